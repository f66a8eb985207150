package games

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

type Turn struct {
	Ply         int          `json:"ply"`
	Side        janggi.Side  `json:"side"`
	Move        janggi.Move  `json:"move"`
	Text        string       `json:"text"` // Korean record
	Captured    *janggi.Kind `json:"captured"`
	Check       bool         `json:"check"`
	Occurrence  int          `json:"occurrence"` // of the position after it
	At          game.Instant `json:"at"`
	SpentMS     int64        `json:"spent_ms"`
	RemainingMS *int64       `json:"remaining_ms"` // of the side that made it, after it; null without a limit
} // @name Turn

// Turns lists the turns in force.
//
//	@ID listTurns
//	@Summary List the turns
//	@Description The turns in force, first to last, with the Korean record of each (기보).
//	@Tags history
//	@Success 200 {array} Turn "The turns"
//	@x-traits ["game","anyone","store","bounded by calculations"]
//	@Router /v1/games/{id}/turns [get]
func (h *Handlers) Turns(c echo.Context) error {
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	g, err := h.Access.ReadNewest(c)
	if err != nil {
		return err
	}
	played, err := h.Journal.Played(ctx, g)
	if err != nil {
		return err
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, viewTurns(&g.State, played))
}

// viewTurns are the turns of a game, whose events they are.
func viewTurns(s *game.State, played []journal.Played) []Turn {
	views := make([]Turn, len(played))
	if len(played) == 0 {
		return views
	}
	board := janggi.NewGame(s.Game.Rules(), s.Game.Start())
	for i, turn := range played {
		made := s.Game.TurnAt(i + 1)
		_, spent, clock := turn.Clock()
		views[i] = Turn{
			Ply: i + 1, Side: made.Side, Move: made.Move, Text: board.Format(made.Move),
			Captured: view.KindOf(made.Captured), Check: made.Check, Occurrence: made.Occurrence, At: turn.At,
			SpentMS: spent, RemainingMS: view.NewSideClock(s.TimeControl, &clock).RemainingMS,
		}
		board = board.After(made.Move)
	}
	return views
}
