package engine

import "github.com/janggid/janggid/domain/janggi"

const (
	pieceBound = 16 // values of a janggi.Piece
	slotCount  = pieceBound * janggi.PointCount
	kindSlots  = janggi.KindCount * janggi.PointCount
)

// maxHistory bounds the values of all histories.
const maxHistory = 1 << 13

// history is how well a move has done, between -maxHistory and maxHistory.
type history int16

// learn moves a history toward ±maxHistory by a bonus, the less the nearer it
// already is.
func (h *history) learn(bonus int) {
	v := int(*h)
	*h = history(v + bonus - v*max(bonus, -bonus)/maxHistory)
}

// memory holds a search's statistics for ordering moves and correcting its
// evaluation.
type memory struct {
	quiets    [slotCount]history                    // by piece and target
	ways      [2][janggi.PointCount << 7]history    // by side, start and target
	captures  [slotCount * janggi.KindCount]history // by piece, target and what is captured
	following [slotCount][kindSlots]history         // by an earlier move's piece and target, then kind and target
	misjudged [2][misjudgedCount]history            // by side and where the soldiers stand: result less evaluation
	material  [2][misjudgedCount]history            // the same by where the other pieces stand
}

const misjudgedCount = 1 << 13

func pieceTo(piece janggi.Piece, m janggi.Move) int {
	if m.IsPass() {
		return 0
	}
	return int(piece)*janggi.PointCount + int(m.To())
}

func kindTo(piece janggi.Piece, m janggi.Move) int {
	if m.IsPass() {
		return 0
	}
	return int(piece.Kind())*janggi.PointCount + int(m.To())
}

func way(m janggi.Move) int {
	if m.IsPass() {
		return 0
	}
	return int(m.From())<<7 | int(m.To())
}

func captureSlot(piece janggi.Piece, m janggi.Move, victim janggi.Kind) int {
	return pieceTo(piece, m)*janggi.KindCount + int(victim)
}
