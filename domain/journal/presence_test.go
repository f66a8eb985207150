package journal

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestPresence(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	away := func(want game.Instant) {
		t.Helper()
		for _, n := range []node{a, b} {
			p, err := n.Presences.Of(t.Context(), ben)
			if err != nil || p.Away != (want > 0) || p.Since != want || p.Known() != (len(stored(t, store, "presence-"+ben)) > 0) {
				t.Errorf("%+v (%v), want away since %s", p, err, want)
			}
		}
	}
	away(0)
	for _, do := range []struct {
		what func() error
		away game.Instant // since; 0: is not
	}{
		{func() error { return a.Presences.Return(t.Context(), ben, t0) }, 0},
		{func() error { return b.Presences.Return(t.Context(), ben, t0) }, 0}, // there already
		{func() error { return a.Presences.Leave(t.Context(), ben, t0.Add(5), t0.Add(15)) }, t0.Add(5)},
		{func() error { return b.Presences.Leave(t.Context(), ben, t0.Add(4), t0.Add(16)) }, t0.Add(5)}, // was away already
		{func() error { return b.Presences.Leave(t.Context(), ben, t0.Add(7), t0.Add(17)) }, t0.Add(7)}, // was there for longer
		{func() error { return b.Presences.Return(t.Context(), ben, t0.Add(20)) }, 0},
	} {
		if err := do.what(); err != nil {
			t.Fatal(err)
		}
		away(do.away)
	}
	if got := typesOf(stored(t, store, "presence-"+ben)); !slices.Equal(got, []string{"PlayerCameBack", "PlayerWentAway", "PlayerWentAway", "PlayerCameBack"}) {
		t.Errorf("stored are %v", got)
	}
}
