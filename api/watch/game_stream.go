package watch

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/journal"
)

// Game tells what happens in a game as it happens.
//
//	@ID streamGame
//	@Summary Watch a game live
//	@Description Server-Sent Events, or NDJSON by `Accept`: first a `state` frame with the game, then an `event` frame for each event as it happens; docs/streams.md has all frames. `Last-Event-ID`, or `from`, resumes after a revision: what followed it comes in place of the state. The stream ends after the game has.
//	@Tags live
//	@Produce text/event-stream
//	@Success 200 {string} string "Frames"
//	@x-traits ["game","stream","store"]
//	@Router /v1/games/{id}/stream [get]
func (s *Streams) Game(c echo.Context) error {
	viewer, invalid := s.Access.StreamIdentity(c)
	g, err := s.Access.Visible(c.Request().Context(), c.Param("id"), viewer, false)
	if err != nil {
		return err
	}
	leave, err := s.Access.Admit(c, viewer)
	if err != nil {
		return err
	}
	defer leave()
	if invalid != nil {
		return invalid
	}
	return s.follow(c, []*journal.Game{g}, viewer)
}
