package janggi

import (
	"slices"
	"testing"
)

var duties = []Duty{0, BreakFacing, AvoidFacing, BreakFacing | AvoidFacing}

// compareWithMailbox compares everything about a position's moves with the slow
// generator.
func compareWithMailbox(t *testing.T, p Position) {
	t.Helper()
	slow := newMailbox(&p)
	checkers := slow.attackers(p.SideToMove())
	if got := p.AppendCheckers(nil); !slices.Equal(got, checkers) {
		t.Fatalf("%s: checkers %v, want %v", p.FEN(), got, checkers)
	}
	if p.InCheck() != (len(checkers) > 0) || p.Facing() != slow.facing() {
		t.Fatalf("%s: check %v, facing %v", p.FEN(), p.InCheck(), p.Facing())
	}
	for _, duty := range duties {
		want := slow.legalMoves(duty)
		got := p.AppendMoves(nil, duty)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, duty %d:\n got %v\nwant %v", p.FEN(), duty, got, want)
		}
		if count, checked := p.bulkCount(duty); count != len(want) || checked != p.InCheck() {
			t.Fatalf("%s, duty %d: counts %d moves in check %v, want %d", p.FEN(), duty, count, checked, len(want))
		}
		if p.HasMove(duty) != (len(want) > 0) {
			t.Fatalf("%s, duty %d: HasMove is %v", p.FEN(), duty, p.HasMove(duty))
		}
	}
}

// compareEveryPair asks IsLegal about every two points.
func compareEveryPair(t *testing.T, p Position) {
	t.Helper()
	for _, duty := range duties {
		want := newMailbox(&p).legalMoves(duty)
		for from := range Point(PointCount) {
			for to := range Point(PointCount) {
				m := NewMove(from, to)
				_, listed := slices.BinarySearch(want, m)
				if p.IsLegal(m, duty) != listed {
					t.Fatalf("%s, duty %d: %s is legal: %v", p.FEN(), duty, m, !listed)
				}
			}
		}
	}
}

func TestMovesInPlayedGamesMatchTheMailbox(t *testing.T) {
	games := 16
	if testing.Short() {
		games = 3
	}
	rng := seededRand(1)
	for range games {
		positions := playedPositions(rng, 150)
		for _, p := range positions {
			compareWithMailbox(t, p)
		}
		compareEveryPair(t, positions[len(positions)-1])
	}
}

func TestMovesInScatteredPositionsMatchTheMailbox(t *testing.T) {
	count := 4000
	if testing.Short() {
		count = 500
	}
	rng := seededRand(2)
	for i := range count {
		p := scatteredPosition(rng)
		compareWithMailbox(t, p)
		if i%100 == 0 {
			compareEveryPair(t, p)
		}
	}
}

func TestIsLegalAcceptsAnyValue(t *testing.T) {
	p := StartPosition(HEHE, HEHE)
	for _, m := range []Move{Pass, NewMove(13, 13), NewMove(NoPoint, 3), NewMove(27, 90), NewMove(200, 100), NewMove(40, 41), NewMove(54, 55)} {
		if p.IsLegal(m, 0) {
			t.Errorf("%s (%#x) is legal", m, uint16(m))
		}
	}
}

func TestAppendMovesAllocatesNothingInALargeEnoughSlice(t *testing.T) {
	p := StartPosition(HEEH, EHHE)
	moves := make([]Move, 0, 64)
	if n := testing.AllocsPerRun(100, func() { moves = p.AppendMoves(moves[:0], 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzPositionMatchesTheMailbox reads a position and then a turn from each
// byte.
func FuzzPositionMatchesTheMailbox(f *testing.F) {
	for _, v := range readVectors(f)[:50] {
		f.Add(v.FEN, []byte{0, 7, 200, 31, 90})
	}
	f.Add("rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1", []byte("janggi"))
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		compareWithMailbox(t, p)
		for _, choice := range choices[:min(len(choices), 40)] {
			moves := p.AppendMoves(nil, 0)
			if len(moves) == 0 {
				return
			}
			p.Play(moves[int(choice)%len(moves)])
			compareWithMailbox(t, p)
			if again := mustParse(t, p.FEN()); again != p {
				t.Fatalf("%s: what it was played to differs from what its FEN reads as:\n%+v\n%+v", p.FEN(), p, again)
			}
		}
	})
}
