package computer

import (
	"context"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// drawScore is at how many hundredths of a soldier a computer is glad of a draw.
const drawScore engine.Score = -50

// answerDraw accepts a draw where the computer takes itself to be behind.
func (w *worker) answerDraw(ctx context.Context, s *game.State, side janggi.Side) game.Command {
	report := w.search(ctx, s, side)
	if ctx.Err() != nil || len(report.Lines) == 0 {
		return nil
	}
	score := report.Lines[0].Score
	if s.Game.SideToMove() != side {
		score = -score
	}
	if score <= drawScore {
		return game.AcceptDraw{Player: s.Seats[side].ID}
	}
	return game.DeclineDraw{Player: s.Seats[side].ID}
}
