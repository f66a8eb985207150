package janggi

import "slices"

// MoveFacts describes a legal move for people choosing among moves.
type MoveFacts struct {
	Piece       Piece // that moves; NoPiece for a pass
	Captured    Piece // NoPiece for none
	GivesCheck  bool
	MakesFacing bool     // the generals face after it and did not before
	Occurrence  int      // of the position after it, counting that one
	Answers     []Answer // how it answers a check, in the order of the constants; empty when not in check
}

// Answer (meonggun, 멍군) is a way to answer a check. One move may combine
// several.
type Answer uint8

const (
	GeneralMoves Answer = iota
	Blocks              // a checker remains but is cut off: a line or leg is blocked, a screen added or removed
	Captures            // a checking piece is captured
)

var answerNames = []string{"general_moves", "blocks", "captures"}

func (a Answer) String() string                { return enumName(answerNames, a) }
func (a Answer) MarshalText() ([]byte, error)  { return marshalEnum(answerNames, a) }
func (a *Answer) UnmarshalText(t []byte) error { return unmarshalEnum(a, "answer", answerNames, t) }

// Describe returns the facts of a legal move.
func (g *Game) Describe(m Move) MoveFacts {
	after := g.position
	facts := MoveFacts{Captured: after.Play(m), Occurrence: g.occurrencesAfter(m)}
	if !m.IsPass() {
		facts.Piece = g.position.At(m.From())
	}
	facts.GivesCheck = after.InCheck()
	facts.MakesFacing = after.Facing() && !g.position.Facing()
	if g.position.InCheck() && !m.IsPass() {
		facts.Answers = g.answers(m)
	}
	return facts
}

func (g *Game) answers(m Move) []Answer {
	var answers []Answer
	if m.From() == g.position.General(g.SideToMove()) {
		answers = append(answers, GeneralMoves)
	}
	for _, checker := range g.position.AppendCheckers(nil) {
		switch {
		case checker == m.To():
			answers = append(answers, Captures)
		case m.From() != g.position.General(g.SideToMove()):
			answers = append(answers, Blocks)
		}
	}
	slices.Sort(answers)
	return slices.Compact(answers)
}
