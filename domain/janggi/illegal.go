package janggi

import "errors"

// ErrPassInCheck refuses a pass by a side that is in check.
var ErrPassInCheck = errors.New("a side in check may not pass")

// Reason says why a move is illegal. The order is the order of precedence: of several that hold, the first is given.
type Reason uint8

const (
	ReasonUnreadable Reason = iota
	ReasonNoPiece
	ReasonNotYourPiece
	ReasonWrongPiece // the record names another piece than stands there
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

var reasonWords = []string{"unreadable", "no_piece", "not_your_piece", "wrong_piece", "own_piece_there", "outside_palace",
	"not_a_move", "path_blocked", "leg_blocked", "no_screen", "screen_is_cannon", "too_many_screens", "target_is_cannon",
	"does_not_answer_check", "leaves_general_in_check", "keeps_facing", "makes_facing", "repeats"}

func (r Reason) String() string                { return word(reasonWords, r) }
func (r Reason) MarshalText() ([]byte, error)  { return marshalWord(reasonWords, r) }
func (r *Reason) UnmarshalText(t []byte) error { return readWord(r, "reason", reasonWords, t) }

// IllegalMoveError says why a move is illegal and which point is in the way:
//
//   - no_piece, not_your_piece, wrong_piece: where the move starts; wrong_piece for the captured piece: where it ends
//   - own_piece_there, outside_palace, not_a_move, target_is_cannon: where the move ends
//   - path_blocked, leg_blocked: the first point on the way that is taken
//   - no_screen: where the move ends, since the empty way has no point of its own
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
