package view

import (
	"fmt"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/janggi"
)

// illegalMove explains why a move is illegal, and where.
func illegalMove(e *janggi.IllegalMoveError) *rest.Problem {
	p := rest.NewProblem(rest.CodeIllegalMove, illegalMoveTexts[e.Reason])
	p.Reason = e.Reason.String()
	if e.At != janggi.NoPoint {
		p.At = e.At.String()
		p.Detail = fmt.Sprintf("%s: %s", p.At, p.Detail)
	}
	return p
}

var illegalMoveTexts = map[janggi.Reason]string{
	janggi.ReasonUnreadable:           "a move is written as a4b4, 79졸78 or pass",
	janggi.ReasonNoPiece:              "no piece stands here",
	janggi.ReasonNotYourPiece:         "this piece is the other side's",
	janggi.ReasonWrongPiece:           "another piece stands here than the record names",
	janggi.ReasonOwnPieceThere:        "a piece of the same side stands here",
	janggi.ReasonOutsidePalace:        "generals and guards stay in their palace",
	janggi.ReasonNotAMove:             "the piece never moves that way",
	janggi.ReasonPathBlocked:          "a piece stands in the way",
	janggi.ReasonLegBlocked:           "a piece stands on the leg (멱)",
	janggi.ReasonNoScreen:             "a cannon needs a piece to jump over",
	janggi.ReasonScreenIsCannon:       "a cannon does not jump over a cannon",
	janggi.ReasonTooManyScreens:       "a cannon jumps over exactly one piece",
	janggi.ReasonTargetIsCannon:       "a cannon does not capture a cannon",
	janggi.ReasonDoesNotAnswerCheck:   "the general stays in check (장군) from here",
	janggi.ReasonLeavesGeneralInCheck: "the general would be in check (장군) from here",
	janggi.ReasonKeepsFacing:          "the generals would still face each other (빅장)",
	janggi.ReasonMakesFacing:          "the generals would face each other (빅장)",
	janggi.ReasonRepeats:              "the position has occurred twice already",
}
