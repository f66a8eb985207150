package games

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type LegalMoves struct {
	Ply   int             `json:"ply"`
	Turn  *janggi.Side    `json:"turn"`
	Moves []legalMoveView `json:"moves"`
} // @name LegalMoves

type legalMoveView struct {
	Move        janggi.Move     `json:"move"`
	From        *janggi.Point   `json:"from"` // null for a pass
	To          *janggi.Point   `json:"to"`
	Piece       *janggi.Kind    `json:"piece"`
	Captures    *janggi.Kind    `json:"captures"`
	GivesCheck  bool            `json:"gives_check"`
	MakesFacing bool            `json:"makes_facing"`
	Occurrence  int             `json:"occurrence"`        // how often the position after it will have occurred
	Answers     []janggi.Answer `json:"answers,omitempty"` // in check: how the move answers it
} // @name LegalMove

// LegalMoves describes every legal turn, or those of the piece on one point.
//
//	@ID listLegalMoves
//	@Summary List the legal moves, explained
//	@Description What each move captures, whether it gives check, makes the generals face or repeats a position, and, in check, how it answers it.
//	@Tags games
//	@Success 200 {object} LegalMoves "The moves; none when no turn can be made"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@x-traits ["game","piece","anyone","store"]
//	@Router /v1/games/{id}/legal-moves [get]
func (h *Handlers) LegalMoves(c echo.Context) error {
	g, _, err := h.Access.Read(c)
	if err != nil {
		return err
	}
	from := janggi.NoPoint
	if text := c.QueryParam("from"); text != "" || c.QueryParams().Has("from") {
		if from, err = janggi.ParsePoint(text); err != nil {
			return rest.BadField("from", "must be a point, a1 to i10")
		}
	}
	v := LegalMoves{Ply: g.State.Ply(), Moves: []legalMoveView{}}
	if g.State.Status == game.Playing {
		board := &g.State.Game
		for _, m := range board.LegalMoves() {
			v.Turn = new(board.SideToMove())
			if from == janggi.NoPoint || (!m.IsPass() && m.From() == from) {
				v.Moves = append(v.Moves, viewLegalMove(board, m))
			}
		}
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}

func viewLegalMove(board *janggi.Game, m janggi.Move) legalMoveView {
	facts := board.Describe(m)
	v := legalMoveView{
		Move: m, Piece: view.KindOf(facts.Piece), Captures: view.KindOf(facts.Captured), GivesCheck: facts.GivesCheck,
		MakesFacing: facts.MakesFacing, Occurrence: facts.Occurrence, Answers: facts.Answers,
	}
	if !m.IsPass() {
		v.From, v.To = new(m.From()), new(m.To())
	}
	return v
}
