package janggi

// EndReason says why a game ended.
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
	EndAdjudication // a record or an organiser says so
	EndAborted
)

var endReasonWords = []string{"checkmate", "time", "resignation", "bikjang", "double_pass", "repetition", "perpetual_check",
	"no_capture_limit", "turn_limit", "agreement", "abandoned", "adjudication", "aborted"}

func (r EndReason) String() string                { return word(endReasonWords, r) }
func (r EndReason) MarshalText() ([]byte, error)  { return marshalWord(endReasonWords, r) }
func (r *EndReason) UnmarshalText(t []byte) error { return readWord(r, "reason", endReasonWords, t) }

// Result says who won.
type Result uint8

const (
	ResultNone Result = iota // an aborted game has none
	ChoWins
	HanWins
	Draw
)

var resultWords = []string{"none", "cho", "han", "draw"}

func (r Result) String() string                { return word(resultWords, r) }
func (r Result) MarshalText() ([]byte, error)  { return marshalWord(resultWords, r) }
func (r *Result) UnmarshalText(t []byte) error { return readWord(r, "result", resultWords, t) }

// Winner is the side that won; false for a draw or no result.
func (r Result) Winner() (Side, bool) {
	switch r {
	case ChoWins:
		return Cho, true
	case HanWins:
		return Han, true
	}
	return Cho, false
}

// WinFor is the result of a game that the side won.
func WinFor(s Side) Result {
	if s == Cho {
		return ChoWins
	}
	return HanWins
}

// Outcome is how a game ended: who won apart from why.
type Outcome struct {
	Reason EndReason
	Result Result
	Points *[2]Points // both sides' at the end, indexed by Side; nil only when aborted
	// Evidence is, for repetition and perpetual check, every ply at which the position stood, the last included;
	// empty otherwise.
	Evidence []int
}
