package play

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// Engine searches positions for people.
type Engine interface {
	// Analyze searches. Its errors are computer.ErrBusy and those of the context.
	Analyze(context.Context, engine.Request) (engine.Report, error)
}

// Hint tells the side to move what the engine would play.
//
//	@ID giveHint
//	@Summary Ask what the engine would play
//	@Description In games against a computer, and in those in which you play both sides; never against people. The answer has `hint` until the next turn. A hint marks the game as `assisted` for good. The same request again has the same hint.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game game_in_progress"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply not_your_turn"
//	@Failure 422 {object} rest.Problem "analysis_unavailable"
//	@Failure 503 {object} rest.Problem "overloaded"
//	@x-traits ["game","command","changed","limited by analyses","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/hint [post]
func (h *Handlers) Hint(c echo.Context) error {
	give := commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.GiveHint{Player: player, Ply: b.Ply}, nil
	})
	give.limit = &limit.Analyses
	give.prepare = h.findHint
	return h.run(c, c.Param("id"), give)
}

// findHint searches for a hint, unless the command is going to be refused or
// the hint was given already.
func (h *Handlers) findHint(ctx context.Context, g *journal.Game, c game.Command) (game.Command, error) {
	hint, s := c.(game.GiveHint), &g.State
	if err := s.MayAskForHint(hint.Player, hint.Ply); err != nil {
		return hint, nil
	}
	if _, given := s.Hint(); given {
		return hint, nil
	}
	if h.Engine == nil {
		return hint, rest.NewProblem(rest.CodeAnalysisUnavailable, "this server gives no hints")
	}
	report, err := h.Engine.Analyze(ctx, engine.Request{Game: s.Game, Limits: engine.Limits{Nodes: engine.Strongest.Nodes()}})
	switch {
	case errors.Is(err, computer.ErrBusy):
		return hint, rest.NewProblem(rest.CodeOverloaded, "games go first, and leave the engine no time for a hint")
	case err != nil:
		return hint, err
	case len(report.Lines) == 0:
		return hint, nil // mated, which is about to be recorded
	}
	hint.Found = &game.FoundTurn{
		Position: s.Game.Position().Key(), Move: report.Lines[0].Moves[0],
		Search: game.Search{Engine: engine.Version, Nodes: report.Nodes},
	}
	return hint, nil
}
