package janggi

// For repetition a position is the pieces and the side to move. It can recur
// only after an even number of turns without a capture in between, so a search
// for earlier occurrences ends at the latest capture.

func (g *Game) keyAt(ply int) uint64 {
	if ply == 0 {
		return g.origin.start.Key()
	}
	return g.history.turns[ply-1].key
}

func (g *Game) occurrencesAt(ply int) int {
	if ply == 0 {
		return 1
	}
	return int(g.history.turns[ply-1].occurrence)
}

// occurrencesWith returns the occurrence of the position after one more turn.
func (g *Game) occurrencesWith(next turn) int {
	if ply := g.previousOccurrence(next, g.Ply()+1); ply >= 0 {
		return g.occurrencesAt(ply) + 1
	}
	return 1
}

// previous returns the latest earlier ply with the same position, or -1.
func (g *Game) previous(ply int) int {
	if g.occurrencesAt(ply) == 1 {
		return -1
	}
	return g.previousOccurrence(g.history.turns[ply-1], ply)
}

// previousOccurrence is the latest earlier ply at which the position stood to
// which the turn leads, at ply; -1 for none.
func (g *Game) previousOccurrence(last turn, ply int) int {
	if last.captured != NoPiece {
		return -1
	}
	turns := g.history.turns
	for earlier := ply - 2; earlier >= 0; earlier -= 2 {
		if turns[earlier].captured != NoPiece || earlier+1 < ply-1 && turns[earlier+1].captured != NoPiece {
			return -1
		}
		if g.keyAt(earlier) == last.key && undone(turns[earlier:ply-1], last) {
			return earlier
		}
	}
	return -1
}

// undone reports whether turns without a capture leave every point as before.
// Equal 64-bit keys would not prove it: the key numbers are public, so
// collisions can be constructed. Each move toggles its piece on both points by
// exclusive or.
func undone(turns []turn, last turn) bool {
	var change [PointCount]Piece
	add := func(t turn) {
		if !t.move.IsPass() {
			change[t.move.From()] ^= t.piece
			change[t.move.To()] ^= t.piece
		}
	}
	for _, t := range turns {
		add(t)
	}
	add(last)
	return change == [PointCount]Piece{}
}
