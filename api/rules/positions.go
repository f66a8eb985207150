package rules

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type positionBody struct {
	FEN     *string               `json:"fen"`
	Setups  *game.BySide[*string] `json:"setups"`
	Ruleset *view.RulesetBody     `json:"ruleset"`
	Moves   []string              `json:"moves"`
} // @name JudgePosition

type positionView struct {
	FEN         string                      `json:"fen"`
	Ply         int                         `json:"ply"` // moves played from the start given
	Turn        *janggi.Side                `json:"turn"`
	InCheck     bool                        `json:"in_check"`
	Facing      bool                        `json:"facing"`
	LegalMoves  []janggi.Move               `json:"legal_moves"`
	Repetitions int                         `json:"repetitions"`
	Points      *game.BySide[janggi.Points] `json:"points"`
	Material    game.BySide[int]            `json:"material"`
	Outcome     *view.Outcome               `json:"outcome"`
} // @name Position

// shortPosition is the length of a body, in bytes, that is decoded and judged
// without waiting for a turn: some hundred moves.
const shortPosition = 1 << 10

// JudgePosition plays moves from a position under a ruleset and answers with the
// position after them. It stores nothing.
//
//	@ID judgePosition
//	@Summary Ask the rules about a position
//	@Description Plays moves from a position under a ruleset, each of them judged, and tells what the rules say of where they lead. Nothing is stored and no token is needed. Without `fen` and `setups` the start is that of `HEEH` on both sides.
//	@Tags reference
//	@Param body body positionBody false "Start, ruleset and moves"
//	@Success 200 {object} positionView "The position after the moves"
//	@Failure 422 {object} rest.Problem "illegal_move pass_in_check moves_after_end invalid_position invalid_setup invalid_ruleset"
//	@x-traits ["body","limited by positions","bounded by calculations"]
//	@Router /v1/positions [post]
func (h *Handlers) JudgePosition(c echo.Context) error {
	if err := h.Limits.Take(c, limit.Positions, rest.Address(c)); err != nil {
		return err
	}
	data, err := rest.ReadBody(c)
	if err != nil {
		return err
	}
	if len(data) > shortPosition {
		leave, err := h.Limits.Work(c, limit.Calculations)
		defer leave()
		if err != nil {
			return err
		}
	}
	var b positionBody
	if err := body.Decode(data, &b); err != nil {
		return err
	}
	board, err := view.LineBody{FEN: b.FEN, Setups: b.Setups, Ruleset: b.Ruleset, Moves: b.Moves}.Play()
	if err != nil {
		return err
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, viewPosition(&board))
}

func viewPosition(board *janggi.Game) positionView {
	position := board.Position()
	material := board.Material()
	v := positionView{
		FEN: position.FEN(), Ply: board.Ply(), InCheck: position.InCheck(), Facing: position.Facing(),
		LegalMoves: []janggi.Move{}, Repetitions: board.Occurrences(), Points: view.NewPoints(board.Points()),
		Material: game.BySide[int]{Cho: material[janggi.Cho], Han: material[janggi.Han]},
	}
	if outcome, over := board.Outcome(); over {
		v.Outcome = view.NewOutcome(&outcome)
		return v
	}
	v.Turn = new(board.SideToMove())
	v.LegalMoves = board.LegalMoves()
	return v
}
