package api

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// claimWin ends a game whose other player is gone.
//
//	@ID claimWin
//	@Summary Claim the win of an abandoned game
//	@Description In a game with clocks whose other player has been away for 60 seconds: a player is away when no stream of theirs has been open, on any node, for 10 seconds. Who never opened a stream is not known to be away, and loses on time. The game ends with the reason `abandoned`.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} gameView "The game as it ended"
//	@Failure 403 {object} Problem "not_your_game"
//	@Failure 409 {object} Problem "game_over game_not_started wrong_ply opponent_present"
//	@Failure 422 {object} Problem "no_clock"
//	@x-traits ["game","command","changed"]
//	@Router /v1/games/{id}/claim-win [post]
func (s *Server) claimWin(c echo.Context) error {
	claim := commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.ClaimWin{Player: player, Ply: b.Ply}, nil
	})
	claim.prepare = s.withAbsence
	return s.run(c, c.Param("id"), claim)
}

// withAbsence tells a claim how long the other player has been away.
func (s *Server) withAbsence(ctx context.Context, g *journal.Game, c game.Command) (game.Command, error) {
	claim := c.(game.ClaimWin)
	side, oneSide := g.State.Seats.SideOf(claim.Player)
	if !oneSide {
		return claim, nil
	}
	since, away, err := s.journal.AwaySince(ctx, g.State.Seats[side.Other()].ID)
	if away {
		claim.AwaySince = &since
	}
	return claim, err
}
