package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// At every ply, between two turns, a film shows what the game's board is then.
func TestAFilmShowsEveryPosition(t *testing.T) {
	for seed := range uint64(10) {
		g := randomGame(seed, 120)
		s := Style{Flip: seed%2 == 1, Marks: AllMarks()}
		f := shoot(&g, s, 1000)
		p := g.Start()
		for ply := 0; ply <= g.Ply(); ply++ {
			if ply > 0 {
				p.Play(g.TurnAt(ply).Move)
			}
			now := 1000*float64(ply) + 900
			var want []string
			for at := range janggi.Point(janggi.PointCount) {
				if piece := p.At(at); piece != janggi.NoPiece {
					want = append(want, fmt.Sprintf("%s-%s %v", piece.Side(), piece.Kind(), s.place(at)))
				}
			}
			if got := f.shown(f.pieces, now); !equalSets(got, want) {
				t.Fatalf("seed %d ply %d: shows\n%v, want\n%v", seed, ply, got, want)
			}
			if got := f.shown(f.flights, now); len(got) > 0 {
				t.Fatalf("seed %d ply %d: %v on the way", seed, ply, got)
			}
			if got := len(f.shown([]*track{f.alarm}, now)) > 0; got != p.InCheck() {
				t.Fatalf("seed %d ply %d: check %v, want %v", seed, ply, got, p.InCheck())
			}
			if got := len(f.shown(f.facings, now)) > 0; got != p.Facing() {
				t.Fatalf("seed %d ply %d: facing %v, want %v", seed, ply, got, p.Facing())
			}
		}
	}
}

// On its way a piece is drawn once, after all that it may pass over.
func TestAPieceOnItsWayIsAboveTheOthers(t *testing.T) {
	g := randomGame(4, 80)
	s := Style{Marks: AllMarks()}
	f := shoot(&g, s, 1000)
	p := g.Start()
	for ply := 1; ply <= g.Ply(); ply++ {
		m := g.TurnAt(ply).Move
		standing, onTheWay := 0, ""
		for at := range janggi.Point(janggi.PointCount) {
			switch piece := p.At(at); {
			case piece == janggi.NoPiece:
			case !m.IsPass() && at == m.From():
				onTheWay = fmt.Sprintf("%s-%s %v", piece.Side(), piece.Kind(), s.place(at))
			default:
				standing++
			}
		}
		now := 1000*float64(ply) + glideMS/2
		if got := f.shown(f.pieces, now); len(got) != standing {
			t.Fatalf("ply %d: %d pieces stand, want %d", ply, len(got), standing)
		}
		if got := strings.Join(f.shown(f.flights, now), ", "); got != onTheWay {
			t.Fatalf("ply %d: %q on the way, want %q", ply, got, onTheWay)
		}
		p.Play(m)
	}
	film := string(Film(&g, s, 1000))
	last := f.pieces[len(f.pieces)-1].append(nil, f.length)
	first := f.flights[0].append(nil, f.length)
	if at, after := strings.Index(film, string(last)), strings.Index(film, string(first)); at < 0 || after < at {
		t.Errorf("the pieces end at %d, those on their way begin at %d", at, after)
	}
}

// As on a single board, the mark of the last turn fits the piece.
func TestTheEdgeOfTheLastTurnFitsThePiece(t *testing.T) {
	g := randomGame(2, 60)
	f := shoot(&g, Style{Marks: AllMarks()}, 1000)
	p := g.Start()
	for ply := 1; ply <= g.Ply(); ply++ {
		m := g.TurnAt(ply).Move
		p.Play(m)
		_, to, _ := Board{&p, &m}.lastTurn()
		for r, mark := range f.went {
			shown := len(f.shown([]*track{mark}, 1000*float64(ply)+900)) > 0
			if want := r == radius(p.At(to).Kind()); shown != want {
				t.Fatalf("ply %d: an edge of %v around %v: %v", ply, r, p.At(to).Kind(), shown)
			}
		}
	}
}

// shown are the tracks that are visible at a moment, with their places.
func (f *film) shown(tracks []*track, ms float64) (all []string) {
	for _, t := range tracks {
		last := t.steps[0]
		for _, k := range t.steps {
			if k.ms <= ms {
				last = k
			}
		}
		if last.shown {
			all = append(all, fmt.Sprintf("%s %v", t.sprite.name, last.at))
		}
	}
	return all
}

func equalSets(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func TestAFilmIsWellFormed(t *testing.T) {
	g := randomGame(3, 200)
	flights := len(shoot(&g, Style{}, DefaultDelayMS).flights)
	if placed, _ := used(t, Film(&g, Style{Marks: AllMarks()}, DefaultDelayMS)); len(placed) != 32+flights {
		t.Errorf("places %d pieces, want 32 and %d on their way", len(placed), flights)
	}
	still := randomGame(3, 0)
	if placed, _ := used(t, Film(&still, Style{}, MinDelayMS)); len(placed) != 32 {
		t.Errorf("a game without turns: %d pieces", len(placed))
	}
}

func TestKeyframesFollowOneAnother(t *testing.T) {
	for _, delay := range []float64{MinDelayMS, 350, MaxDelayMS} {
		g := randomGame(5, 150)
		f := shoot(&g, Style{Marks: AllMarks()}, delay)
		for _, track := range slices.Concat(f.marks(), f.pieces, f.flights) {
			for i, k := range track.steps {
				if k.ms > f.length || i > 0 && k.ms < track.steps[i-1].ms {
					t.Fatalf("delay %v: frame %d at %v ms of %v", delay, i, k.ms, f.length)
				}
			}
		}
	}
}
