package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

type turnView struct {
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

// turns lists the turns in force.
//
//	@ID listTurns
//	@Summary List the turns
//	@Description The turns in force, first to last, with the Korean record of each (기보).
//	@Tags history
//	@Success 200 {array} turnView "The turns"
//	@x-traits ["game","anyone","store","bounded by calculations"]
//	@Router /v1/games/{id}/turns [get]
func (s *Server) turns(c echo.Context) error {
	leave, err := s.work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	g, err := s.readNewest(c)
	if err != nil {
		return err
	}
	views := make([]turnView, 0, g.State.Ply())
	for turn, err := range s.journal.TurnsOf(ctx, g) {
		if err != nil {
			return err
		}
		views = append(views, viewTurn(turn))
	}
	return writeJSON(c, http.StatusOK, mimeJSON, views)
}

func viewTurn(t journal.Turn) turnView {
	after := t.After.State
	made, _ := after.Game.LastTurn()
	v := turnView{
		Ply: after.Ply(), Side: made.Side, Move: made.Move, Text: t.Before.State.Game.Format(made.Move),
		Captured: viewKind(made.Captured), Check: made.Check, Occurrence: made.Occurrence, At: after.UpdatedAt,
		RemainingMS: viewSideClock(after.TimeControl, &after.Clocks[made.Side]).RemainingMS,
	}
	switch e := t.Event.(type) {
	case game.MovePlayed:
		v.SpentMS = e.SpentMS
	case game.TurnPassed:
		v.SpentMS = e.SpentMS
	}
	return v
}
