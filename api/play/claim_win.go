package play

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// ClaimWin ends a game whose other player is gone.
//
//	@ID claimWin
//	@Summary Claim the win of an abandoned game
//	@Description For a game with clocks whose other player has been away for 60 seconds, that is without an open stream, on any node, for 10. The 60 seconds begin anew with the start and with whatever that player does in the game. A player who never opened a stream, or a computer, is never away. The game ends with the reason `abandoned`.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply opponent_present"
//	@Failure 422 {object} rest.Problem "no_clock"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/claim-win [post]
func (h *Handlers) ClaimWin(c echo.Context) error {
	claim := commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.ClaimWin{Player: player, Ply: b.Ply}, nil
	})
	claim.prepare = h.withAbsence
	return h.run(c, c.Param("id"), claim)
}

// withAbsence tells a claim how long the other player has been away. A stream
// here is a sign that the store may be about to hear of.
func (h *Handlers) withAbsence(ctx context.Context, g *journal.Game, c game.Command) (game.Command, error) {
	claim := c.(game.ClaimWin)
	if !g.State.Seats.Full() { // as far as this node knows
		var err error
		if g, err = h.Journal.Refresh(ctx, g.ID); err != nil {
			return nil, err
		}
	}
	side, oneSide := g.State.Seats.SideOf(claim.Player)
	other := g.State.Seats[side.Other()].ID
	if !oneSide || other == "" || h.Present(other) {
		return claim, nil
	}
	p, err := h.Journal.Presences.Of(ctx, other)
	if p.Away {
		claim.AwaySince = &p.Since
	}
	return claim, err
}
