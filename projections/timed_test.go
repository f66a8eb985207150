package projections

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
)

func TestTimedPlayersSitWhereTimeRuns(t *testing.T) {
	w := newWorld(t, 1)
	ann, ben, cho := w.players[0], w.players[1], w.players[2]
	dan, eve := w.register("Dan"), w.register("Eve")
	edited := func(player string, edit func(*game.Create)) game.Create {
		c := standard(player)
		edit(&c)
		return c
	}
	w.playing(edited(ann, func(c *game.Create) { c.Visibility = game.Private }), ben)
	w.playing(standard(ben), ann)
	w.playing(edited(cho, func(c *game.Create) { c.TimeControl = game.TimeControl{Type: game.Unlimited} }), ben)
	w.create(edited(w.register("Fay"), func(c *game.Create) { c.TimeControl = game.TimeControl{Type: game.Unlimited} }))
	gus := w.register("Gus")
	w.create(standard(gus))
	over := w.playing(standard(dan), eve)
	w.do(over.ID, game.Resign{Player: dan})
	m := w.open(Memory, Options{})
	w.follow(m)
	got, err := m.TimedPlayers(t.Context())
	slices.Sort(got)
	want := []string{ann, ben, gus}
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
