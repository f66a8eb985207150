package janggi

// EndReason is why a game ended.
type EndReason uint8

const (
	EndCheckmate EndReason = iota
	EndTime
	EndResignation
	EndBikjang
	EndDoublePass
	EndRepetition
	EndPerpetualCheck
	EndNoCaptureLimit
	EndTurnLimit
	EndAgreement
	EndAbandoned
	EndAdjudication // decided by a record or an organizer
	EndAborted
)

var endReasonNames = []string{"checkmate", "time", "resignation", "bikjang", "double_pass", "repetition", "perpetual_check",
	"no_capture_limit", "turn_limit", "agreement", "abandoned", "adjudication", "aborted"}

func (r EndReason) String() string               { return enumName(endReasonNames, r) }
func (r EndReason) MarshalText() ([]byte, error) { return marshalEnum(endReasonNames, r) }
func (r *EndReason) UnmarshalText(t []byte) error {
	return unmarshalEnum(r, "reason", endReasonNames, t)
}

// Result is the winner, a draw, or none.
type Result uint8

const (
	ResultNone Result = iota // an aborted game has none
	ChoWins
	HanWins
	Draw
)

var resultNames = []string{"none", "cho", "han", "draw"}

func (r Result) String() string                { return enumName(resultNames, r) }
func (r Result) MarshalText() ([]byte, error)  { return marshalEnum(resultNames, r) }
func (r *Result) UnmarshalText(t []byte) error { return unmarshalEnum(r, "result", resultNames, t) }

// Winner returns the side that won; false for a draw or no result.
func (r Result) Winner() (Side, bool) {
	switch r {
	case ChoWins:
		return Cho, true
	case HanWins:
		return Han, true
	}
	return Cho, false
}

// WinFor returns the result of a game won by a side.
func WinFor(s Side) Result {
	if s == Cho {
		return ChoWins
	}
	return HanWins
}

// Outcome is how a game ended.
type Outcome struct {
	Reason EndReason
	Result Result
	Points *[2]Points // both sides' at the end, indexed by Side; nil only when aborted
	// Evidence lists every ply at which the position occurred, including the
	// last, for repetition and perpetual check; otherwise it is empty.
	Evidence []int
}
