package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// randomPositions are positions of games of random turns, of which captures are
// taken up more often, so that end games are among them.
func randomPositions(seed uint64, games int) (positions []janggi.Position) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range games {
		p := janggi.StartPosition(janggi.Setup(rng.IntN(4)), janggi.Setup(rng.IntN(4)))
		for range 20 + rng.IntN(160) {
			moves := p.AppendMoves(nil, 0)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if captures := p.AppendMovesTo(nil, 0, p.Of(p.SideToMove().Other())); len(captures) > 0 && rng.IntN(3) == 0 {
				m = captures[rng.IntN(len(captures))]
			}
			p.Play(m)
			positions = append(positions, p)
		}
	}
	return positions
}

// changed is a position with every point moved, and the sides swapped or not.
func changed(p *janggi.Position, to func(janggi.Point) janggi.Point, swap bool) janggi.Position {
	rows := [janggi.RankCount][janggi.FileCount]byte{}
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] = '1'
		}
	}
	for rest := p.Occupied(); !rest.Empty(); {
		from := rest.Pop()
		letter := p.At(from).Letter()
		if swap {
			letter ^= 'a' - 'A'
		}
		at := to(from)
		rows[at.Rank()][at.File()] = letter
	}
	fen := ""
	for rank := janggi.RankCount - 1; rank >= 0; rank-- {
		fen += string(rows[rank][:])
		if rank > 0 {
			fen += "/"
		}
	}
	turn := p.SideToMove()
	if swap {
		turn = turn.Other()
	}
	if turn == janggi.Cho {
		fen += " w"
	} else {
		fen += " b"
	}
	q, err := janggi.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return q
}

func mirror(p janggi.Point) janggi.Point {
	return janggi.NewPoint(janggi.FileCount-1-p.File(), p.Rank())
}

func flip(p janggi.Point) janggi.Point {
	return janggi.NewPoint(p.File(), janggi.RankCount-1-p.Rank())
}

func rotate(p janggi.Point) janggi.Point { return janggi.PointCount - 1 - p }

func evaluation(p *janggi.Position, rules *janggi.Rules) Score {
	e := evaluator{weights: weights}
	return e.evaluate(p, rules, placementOf(p))
}

func TestTheEvaluationIsEqualUnderMirroring(t *testing.T) {
	rules := janggi.Rules{Deom: 3}
	for _, p := range randomPositions(1, 60) {
		m := changed(&p, mirror, false)
		if a, b := evaluation(&p, &rules), evaluation(&m, &rules); a != b {
			t.Fatalf("%s: %d, mirrored %d", p.FEN(), a, b)
		}
	}
}

func TestTheEvaluationIsNegatedUnderASwapOfSides(t *testing.T) {
	for _, rules := range []janggi.Rules{{}, {Scoring: janggi.ScoringDraw}} {
		for _, p := range randomPositions(2, 60) {
			for _, to := range []func(janggi.Point) janggi.Point{flip, rotate} {
				s := changed(&p, to, true)
				if a, b := evaluation(&p, &rules), evaluation(&s, &rules); a != -b {
					t.Fatalf("%s: %d, swapped %d", p.FEN(), a, b)
				}
			}
		}
	}
}

// TestTheEvaluationIsLinearInItsTerms holds the tuner's view of a position
// against the engine's.
func TestTheEvaluationIsLinearInItsTerms(t *testing.T) {
	rules := janggi.Rules{Deom: 3}
	pairs := Weights()
	for _, p := range randomPositions(3, 30) {
		trace := TraceOf(&p, &rules)
		middle, end := 0, 0
		for i, n := range trace.Counts {
			middle += int(n) * pairs[i][0]
			end += int(n) * pairs[i][1]
		}
		want := Score((middle*trace.Phase + end*(MaxPhase-trace.Phase)) / MaxPhase)
		if got := evaluation(&p, &rules); got != want {
			t.Fatalf("%s: %d, the terms make %d", p.FEN(), got, want)
		}
	}
}

func TestThePlacementFollowsTheTurns(t *testing.T) {
	g := janggi.NewGame(janggi.Presets()[0].Rules, janggi.StartPosition(janggi.HEHE, janggi.EHHE))
	s := New(1 << 16).newSearch(Request{Game: g})
	rng := rand.New(rand.NewPCG(4, 4))
	for ply := range 100 {
		moves := s.walk.AppendMovesTo(nil, janggi.FullBoard())
		if len(moves) == 0 {
			break
		}
		s.play(&s.frames[ply], ply, moves[rng.IntN(len(moves))])
		if got, want := s.frames[ply+1].placement, placementOf(s.walk.Position()); got != want {
			t.Fatalf("after %d turns: %d, not %d", ply+1, got, want)
		}
	}
}

func TestTheBlocksAreAllTerms(t *testing.T) {
	n := 0
	for _, b := range Blocks() {
		n += b.Terms
	}
	if n != TermCount {
		t.Errorf("the blocks have %d terms of %d", n, TermCount)
	}
}
