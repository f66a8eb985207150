package computer

import (
	"context"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

const (
	// certainNodes is how far a computer looks whether it really loses.
	certainNodes = 20_000

	// playedOut is within how many turns a person who mates gets to do it.
	playedOut = 3
)

// turn is the best turn that a computer finds, or its resignation.
func (w *worker) turn(ctx context.Context, s *game.State, side janggi.Side) game.Command {
	report := w.search(ctx, s, side)
	if ctx.Err() != nil || len(report.Lines) == 0 {
		return nil
	}
	best := report.Lines[0]
	ply := s.Ply()
	if best.Score.IsLost() && w.losesForCertain(ctx, s) {
		return game.Resign{Player: s.Seats[side].ID, Ply: &ply}
	}
	return game.PlayMove{
		Player: s.Seats[side].ID, Text: best.Moves[0].String(), Ply: &ply,
		Search: &game.Search{Engine: engine.Version, Nodes: report.Nodes},
	}
}

// losesForCertain reports whether the side to move will be mated whatever it
// plays, other than within the next turns. Computers that overlook moves
// believe so too soon, and here none is overlooked.
func (w *worker) losesForCertain(ctx context.Context, s *game.State) bool {
	limits := w.limits(ctx, s, w.r.options.Now())
	limits.Nodes = certainNodes
	w.engine.Reset()
	report := w.engine.Search(engine.Request{Game: s.Game, Limits: limits})
	if ctx.Err() != nil || len(report.Lines) == 0 {
		return false
	}
	score := report.Lines[0].Score
	return score.IsLost() && score.IsMate() && score.Turns() > playedOut
}
