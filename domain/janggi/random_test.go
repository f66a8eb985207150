package janggi

import "math/rand/v2"

// seededRand returns a deterministic source of randomness.
func seededRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// playedPositions plays a game of random turns from one of the sixteen starts
// and returns every position in it.
func playedPositions(rng *rand.Rand, turns int) []Position {
	p := StartPosition(Setup(rng.IntN(setupCount)), Setup(rng.IntN(setupCount)))
	positions := []Position{p}
	for range turns {
		moves := p.AppendMoves(nil, 0)
		switch {
		case len(moves) > 0 && (p.InCheck() || rng.IntN(40) > 0):
			p.Play(moves[rng.IntN(len(moves))])
		case p.InCheck():
			return positions
		default:
			p.Play(Pass)
		}
		positions = append(positions, p)
	}
	return positions
}

// scatteredPosition places up to a whole set of each side at random, half of
// the pieces in and around the palaces, where the lines, screens and legs of a
// general are.
func scatteredPosition(rng *rand.Rand) Position {
	for {
		p := Position{moveNumber: 1}
		for _, side := range [2]Side{Cho, Han} {
			for kind := General; kind <= Soldier; kind++ {
				count := 1
				if kind != General {
					count = rng.IntN(kinds[kind].inSet + 1)
				}
				for range count {
					p.scatter(rng, NewPiece(side, kind))
				}
			}
		}
		if rng.IntN(2) == 0 {
			p.turn, p.key = Han, p.key^keys.han
		}
		if p.validate() == nil {
			return p
		}
	}
}

// scatter puts a piece on a point that is empty and could hold it.
func (p *Position) scatter(rng *rand.Rand, piece Piece) {
	for {
		point := Point(rng.IntN(PointCount))
		switch {
		case piece.Kind() <= Guard: // anywhere in the palace
			point = NewPoint(3+rng.IntN(3), rng.IntN(3)+7*int(piece.Side()))
		case rng.IntN(2) == 0: // near a palace
			point = NewPoint(2+rng.IntN(5), rng.IntN(4)+6*rng.IntN(2))
		}
		if p.At(point) == NoPiece && (piece.Kind() != Soldier || rankFrom(piece.Side(), point) >= soldierRank) {
			p.put(piece, point)
			return
		}
	}
}
