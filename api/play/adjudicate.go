package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type adjudicateBody struct {
	Result *string `json:"result"`
	Ply    *int    `json:"ply"` // turns made so far; refuses what was meant for another moment
} // @name Adjudicate

func (b adjudicateBody) namedPly() *int { return b.Ply }

// Adjudicate ends a game as an organiser has decided.
//
//	@ID adjudicate
//	@Summary Decide a game
//	@Description Ends a started game with the reason `adjudication`; a draw too, whatever the rules. Takes the scope `organise`; a private game is found by its players and its creator. In a game with a spectator delay the organiser sees what spectators see, and `If-Match` and `ply` refer to that; the decision ends the game as it stands.
//	@Tags organisers
//	@Param body body adjudicateBody true "Who wins, or a draw"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "forbidden"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/adjudicate [post]
func (h *Handlers) Adjudicate(c echo.Context) error {
	decide := commandWith(func(b adjudicateBody, _ string) (game.Command, error) {
		if b.Result == nil {
			return nil, rest.BadField("result", "is missing")
		}
		var result janggi.Result
		if err := result.UnmarshalText([]byte(*b.Result)); err != nil || result == janggi.ResultNone {
			return nil, rest.BadField("result", "must be cho, han or draw")
		}
		return game.Adjudicate{Result: result, Ply: b.Ply}, nil
	})
	decide.organising = true
	return h.run(c, c.Param("id"), decide)
}
