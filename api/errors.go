package api

import (
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

// handleError answers a request with the problem that its error is.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return // a stream that broke off: the client sees it end
	}
	if errors.Is(err, echo.ErrMethodNotAllowed) {
		err = s.wrongMethod(c)
	}
	rest.WriteProblem(c, s.log, view.ProblemOf(view.NotFound(err, missing(c.Request().URL.Path))), err)
}

// wrongMethod is the problem of a path that exists with other methods. A game
// that does not exist takes precedence. Echo has no parameters here.
func (s *Server) wrongMethod(c echo.Context) error {
	rest, ok := strings.CutPrefix(c.Request().URL.Path, "/v1/games/")
	if !ok {
		return echo.ErrMethodNotAllowed
	}
	id, _, _ := strings.Cut(rest, "/")
	identity, _ := s.access.Identify(c)
	if _, err := s.access.Visible(c.Request().Context(), id, identity.Player, true); errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return echo.ErrMethodNotAllowed
}

// missing says what is not found at a path. It depends on nothing else: a game
// that does not exist is not told from one that the asker may not see.
func missing(path string) string {
	for _, area := range []struct{ prefix, what string }{
		{"/v1/games/", "there is no game with this id that you may see"},
		{"/v1/stream", "there is no game with one of these ids that you may see"},
		{"/v1/rooms/", "there is no game with this room code that you may see"},
		{"/v1/quick-play/", "you have no quick-play request with this id"},
	} {
		if strings.HasPrefix(path, area.prefix) {
			return area.what
		}
	}
	return "there is no player with this id"
}
