package rules

import (
	"fmt"
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

// maxPositionMoves is how many moves a request may have.
const maxPositionMoves = 1000

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
	if len(b.Moves) > maxPositionMoves {
		return rest.BadField("moves", fmt.Sprintf("may be at most %d", maxPositionMoves))
	}
	start, err := startOf(b)
	if err != nil {
		return err
	}
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	if b.Ruleset != nil {
		ruleset = game.Ruleset(*b.Ruleset)
	}
	if err := ruleset.Validate(); err != nil {
		return err
	}
	board, err := replay(janggi.NewGame(ruleset.Rules, start), b.Moves)
	if err != nil {
		return err
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, viewPosition(&board))
}

func startOf(b positionBody) (janggi.Position, error) {
	if b.FEN != nil && b.Setups != nil {
		return janggi.Position{}, rest.BadField("fen", "goes without setups")
	}
	if b.FEN != nil {
		start, err := janggi.ParseFEN(*b.FEN)
		return start, view.InField("fen", err)
	}
	setups := [2]janggi.Setup{janggi.HEEH, janggi.HEEH}
	if b.Setups != nil {
		for side, text := range [2]*string{b.Setups.Cho, b.Setups.Han} {
			if text == nil {
				return janggi.Position{}, rest.BadField("setups."+janggi.Side(side).String(), "is missing")
			}
			setup, err := janggi.ParseSetup(*text)
			if err != nil {
				return janggi.Position{}, rest.NewProblem(rest.CodeInvalidSetup, fmt.Sprintf("%q is none of HEHE, EHEH, HEEH, EHHE, nor one of them in Korean, such as 마상상마", *text)).WithField("setups." + janggi.Side(side).String())
			}
			setups[side] = setup
		}
	}
	return janggi.StartPosition(setups[janggi.Cho], setups[janggi.Han]), nil
}

// replay plays moves in turn. Each must be legal.
func replay(board janggi.Game, moves []string) (janggi.Game, error) {
	for _, text := range moves {
		if outcome, over := board.Outcome(); over {
			p := rest.NewProblem(rest.CodeMovesAfterEnd, fmt.Sprintf("the game ended after %d turns", board.Ply()))
			p.Ply = new(board.Ply())
			p.Outcome = view.NewOutcome(&outcome)
			return board, p
		}
		m, err := board.Parse(text)
		if err == nil {
			err = board.Validate(m)
		}
		if err != nil {
			p := view.ProblemOf(err)
			p.Ply = new(board.Ply())
			return board, p
		}
		board = board.After(m)
	}
	return board, nil
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
