package picture

import (
	"fmt"
	"slices"
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
			if got := len(f.shown([]*track{f.alarm}, now)) > 0; got != p.InCheck() {
				t.Fatalf("seed %d ply %d: check %v, want %v", seed, ply, got, p.InCheck())
			}
			if got := len(f.shown(f.facings, now)) > 0; got != p.Facing() {
				t.Fatalf("seed %d ply %d: facing %v, want %v", seed, ply, got, p.Facing())
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
	placed, _ := used(t, Film(&g, Style{Marks: AllMarks()}, DefaultDelayMS))
	if len(placed) != 32 {
		t.Errorf("places %d pieces, want 32", len(placed))
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
		for _, track := range append(f.marks(), f.pieces...) {
			for i, k := range track.steps {
				if k.ms > f.length || i > 0 && k.ms < track.steps[i-1].ms {
					t.Fatalf("delay %v: frame %d at %v ms of %v", delay, i, k.ms, f.length)
				}
			}
		}
	}
}
