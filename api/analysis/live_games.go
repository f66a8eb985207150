package analysis

import (
	"context"
	"strings"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/projections"
)

// refuseLive fails if a position stands in a game that a player plays against
// another person.
func (h *Handlers) refuseLive(ctx context.Context, player string, position *janggi.Position) error {
	if err := h.Access.AwaitHead(ctx); err != nil {
		return err
	}
	asked := standing(position.FEN())
	for page, err := range h.Access.OwnGames(ctx, player, projections.Filter{Status: game.Playing}) {
		if err != nil {
			return err
		}
		for i := range page.Games {
			g := &page.Games[i]
			if g.Seats.BetweenPeople() && standing(g.Board.FEN) == asked {
				return rest.NewProblem(rest.CodeGameInProgress, "the position stands in game "+g.ID+", which you are playing")
			}
		}
	}
	return nil
}

// standing is the part of a FEN that tells the pieces and the side to move.
func standing(fen string) string {
	pieces, rest, _ := strings.Cut(fen, " ")
	side, _, _ := strings.Cut(rest, " ")
	return pieces + " " + side
}
