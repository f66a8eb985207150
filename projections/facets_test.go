package projections

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Every question by facets is answered with the games that meet it, whichever
// list it is answered from.
func TestGamesAreListedByFacets(t *testing.T) {
	w := newWorld(t, 2)
	for range 700 {
		w.step()
	}
	m := w.open(Memory, Options{})
	w.follow(m)
	all, err := m.Games(t.Context(), Filter{Limit: MaxLimit})
	if err != nil {
		t.Fatal(err)
	}
	hehe, heeh := janggi.HEHE, janggi.HEEH
	cho, none := janggi.ChoWins, janggi.ResultNone
	resigned, timeout := janggi.EndResignation, janggi.EndTime
	player := w.players[0]
	tests := []struct {
		name   string
		filter Filter
	}{
		{"a result", Filter{Facets: Facets{Result: &cho}}},
		{"no result", Filter{Facets: Facets{Result: &none}}},
		{"a reason", Filter{Facets: Facets{Reason: &timeout}}},
		{"a reason and a result", Filter{Facets: Facets{Reason: &timeout, Result: &cho}}},
		{"a ruleset", Filter{Facets: Facets{Preset: "standard"}}},
		{"a ruleset that no game has", Filter{Facets: Facets{Preset: "simple"}}},
		{"Cho's setup", Filter{Facets: Facets{Setups: [2]*janggi.Setup{&hehe, nil}}}},
		{"Han's setup", Filter{Facets: Facets{Setups: [2]*janggi.Setup{nil, &heeh}}}},
		{"both setups", Filter{Facets: Facets{Setups: [2]*janggi.Setup{&hehe, &hehe}}}},
		{"both setups and a status", Filter{Status: game.Playing, Facets: Facets{Setups: [2]*janggi.Setup{&hehe, &hehe}}}},
		{"a least length", Filter{Facets: Facets{MinPly: 5}}},
		{"a range of lengths", Filter{Facets: Facets{MinPly: 2, MaxPly: 6}}},
		{"a length of those that were resigned", Filter{Facets: Facets{Reason: &resigned, MaxPly: 8}}},
		{"a player and a result", Filter{Player: player, Facets: Facets{Result: &cho}}},
		{"a player and a setup", Filter{Player: player, Facets: Facets{Setups: [2]*janggi.Setup{&hehe, nil}}}},
		{"a label and a ruleset", Filter{Labels: map[string]string{"league": "1"}, Facets: Facets{Preset: "standard"}}},
		{"a ruleset and a status", Filter{Status: game.Over, Facets: Facets{Preset: "standard"}}},
	}
	found := 0
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want, got []string
			for i := range all.Games {
				if g := &all.Games[i]; meets(g, tt.filter) {
					want = append(want, g.ID)
				}
			}
			tt.filter.Limit = 3
			for {
				page, err := m.Games(t.Context(), tt.filter)
				if err != nil {
					t.Fatal(err)
				}
				for _, g := range page.Games {
					got = append(got, g.ID)
				}
				if tt.filter.Cursor = page.Next; page.Next == "" {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d games, want %d", len(got), len(want))
			}
			found += len(want)
		})
	}
	if found < 100 {
		t.Errorf("only %d games were found in all", found)
	}
}

// meets tells whether a game is what a filter asks for, from its row alone.
func meets(g *Summary, f Filter) bool {
	q := f.Facets
	for side, s := range q.Setups {
		if s != nil && (!g.Started || !g.Setups[side].Chosen || g.Setups[side].Setup != *s) {
			return false
		}
	}
	for key, value := range f.Labels {
		if g.Labels[key] != value {
			return false
		}
	}
	switch {
	case f.Status != "" && g.Status != f.Status,
		f.Player != "" && !g.Seats.Holds(f.Player),
		q.Result != nil && (g.Outcome == nil || g.Outcome.Result != *q.Result),
		q.Reason != nil && (g.Outcome == nil || g.Outcome.Reason != *q.Reason),
		q.Preset != "" && g.Ruleset.Preset != q.Preset,
		g.Board.Ply < q.MinPly,
		q.MaxPly > 0 && g.Board.Ply > q.MaxPly:
		return false
	}
	return true
}
