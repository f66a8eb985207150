package janggi

import "errors"

// ErrPassInCheck rejects a pass by a side in check.
var ErrPassInCheck = errors.New("a side in check may not pass")

// Reason is why a move is illegal. If several reasons apply, the first in this
// order is reported.
type Reason uint8

const (
	ReasonUnreadable Reason = iota
	ReasonNoPiece
	ReasonNotYourPiece
	ReasonWrongPiece // the record names a different piece
	ReasonOwnPieceThere
	ReasonOutsidePalace
	ReasonNotAMove // the piece never goes that way
	ReasonPathBlocked
	ReasonLegBlocked
	ReasonNoScreen
	ReasonScreenIsCannon
	ReasonTooManyScreens
	ReasonTargetIsCannon
	ReasonDoesNotAnswerCheck
	ReasonLeavesGeneralInCheck
	ReasonKeepsFacing
	ReasonMakesFacing
	ReasonRepeats
)

var reasonNames = []string{"unreadable", "no_piece", "not_your_piece", "wrong_piece", "own_piece_there", "outside_palace",
	"not_a_move", "path_blocked", "leg_blocked", "no_screen", "screen_is_cannon", "too_many_screens", "target_is_cannon",
	"does_not_answer_check", "leaves_general_in_check", "keeps_facing", "makes_facing", "repeats"}

func (r Reason) String() string                { return enumName(reasonNames, r) }
func (r Reason) MarshalText() ([]byte, error)  { return marshalEnum(reasonNames, r) }
func (r *Reason) UnmarshalText(t []byte) error { return unmarshalEnum(r, "reason", reasonNames, t) }

// IllegalMoveError holds why a move is illegal, and the point to blame:
//
//   - no_piece, not_your_piece, wrong_piece: where the move starts; wrong_piece for the captured piece: where it ends
//   - own_piece_there, outside_palace, not_a_move, target_is_cannon: where the move ends
//   - path_blocked, leg_blocked: the first occupied point on the way
//   - no_screen: where the move ends, since no single empty point is to blame
//   - screen_is_cannon: that cannon; too_many_screens: the second piece on the way
//   - does_not_answer_check, leaves_general_in_check: an enemy piece that could then capture the general
//   - keeps_facing, makes_facing: the enemy's general
//   - unreadable, repeats: NoPoint
type IllegalMoveError struct {
	Reason Reason
	At     Point
}

func (e *IllegalMoveError) Error() string {
	if e.At == NoPoint {
		return "illegal move: " + e.Reason.String()
	}
	return "illegal move: " + e.Reason.String() + " at " + e.At.String()
}

func illegal(r Reason, at Point) error { return &IllegalMoveError{r, at} }
