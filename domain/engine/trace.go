package engine

import "github.com/janggid/janggid/domain/janggi"

// Trace counts each term of a position, Cho's less Han's. The evaluation is
// linear in it.
type Trace struct {
	Counts [TermCount]int16
	Phase  int // of MaxPhase: the share of the middle game's weights
}

// TermCount is the number of terms, MaxPhase the phase of a full board.
const (
	TermCount = int(termCount)
	MaxPhase  = maxPhase
)

// TraceOf counts the terms of a position.
func TraceOf(p *janggi.Position, rules *janggi.Rules) Trace {
	var t Trace
	e := evaluator{trace: &t, weights: weights}
	for rest := p.Occupied(); !rest.Empty(); {
		point := rest.Pop()
		piece := p.At(point)
		t.add(placedTerm(piece, point), 1-2*int(piece.Side()))
	}
	e.terms(p, rules)
	t.Phase = phaseOf(p)
	return t
}

func (t *Trace) add(i term, n int) { t.Counts[i] += int16(n) }

// Weights returns the weights of each term in the middle game and in the end
// game.
func Weights() (all [TermCount][2]int) {
	for i, w := range weights {
		all[i] = [2]int{w.middle(), w.end()}
	}
	return all
}

// Blocks names the blocks of terms in order, with how many terms each has.
func Blocks() []Block {
	return []Block{
		{"placed", int(chariotMobility - placed)}, {"chariotMobility", int(cannonMobility - chariotMobility)},
		{"cannonMobility", int(horseMobility - cannonMobility)}, {"horseMobility", int(elephantMobility - horseMobility)},
		{"elephantMobility", int(generalMobility - elephantMobility)}, {"generalMobility", int(linkedSoldiers - generalMobility)},
		{"linkedSoldiers", int(guardsAtHand - linkedSoldiers)}, {"guardsAtHand", int(guardsLeft - guardsAtHand)},
		{"guardsLeft", int(bothLeft - guardsLeft)}, {"bothLeft", int(palaceAttacks - bothLeft)},
		{"palaceAttacks", int(generalAttacks - palaceAttacks)}, {"generalAttacks", int(palaceAttackers - generalAttacks)},
		{"palaceAttackers", int(weakPalace - palaceAttackers)}, {"weakPalace", int(safeChecks - weakPalace)},
		{"safeChecks", int(cannonBears - safeChecks)}, {"cannonBears", int(chariotBears - cannonBears)},
		{"chariotBears", int(defended - chariotBears)}, {"defended", int(threatened - defended)},
		{"threatened", int(hanging - threatened)}, {"hanging", int(screens - hanging)},
		{"screens", int(pointsLead - screens)}, {"pointsLead", int(ownTurn - pointsLead)}, {"ownTurn", 1},
	}
}

// Block is a run of terms.
type Block struct {
	Name  string
	Terms int
}
