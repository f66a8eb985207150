package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

type moveBody struct {
	Move *string `json:"move"`
	Ply  *int    `json:"ply"`
} // @name PlayMove

// PlayMove makes the caller's turn.
//
//	@ID playMove
//	@Summary Make a turn
//	@Description Makes your turn: UCI (`a4b4`), the Korean record (`79졸78`) or `pass`. The answer is the game with the opponent to move; `legal_moves` of the game lists what is allowed. A refused move says why in terms of the rules (`reason`), and which point is in the way (`at`). Send `ply` to be safe against a game that has moved on.
//	@Tags games
//	@Param body body moveBody true "The turn"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply not_your_turn"
//	@Failure 422 {object} rest.Problem "illegal_move pass_in_check"
//	@x-traits ["game","command","changed","queued by turns","charged by hot-seat-turns-a-day"]
//	@Router /v1/games/{id}/moves [post]
func (h *Handlers) PlayMove(c echo.Context) error { return h.run(c, c.Param("id"), moveCommand) }

var moveCommand = commandOn{
	turn: true,
	parse: func(data []byte, _ *journal.Game, player string) (game.Command, error) {
		if move, ply, ok := plainMove(data); ok {
			return game.PlayMove{Player: player, Text: move, Ply: ply}, nil
		}
		var b moveBody
		err := body.Decode(data, &b)
		if err == nil && b.Move == nil {
			err = rest.BadField("move", "is missing")
		}
		if err == nil {
			err = checkPly(b.Ply)
		}
		if err != nil {
			return nil, err
		}
		return game.PlayMove{Player: player, Text: *b.Move, Ply: b.Ply}, nil
	},
}
