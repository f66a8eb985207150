package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

// Memory that had other views must not be seen in the next.
func TestViewsInUsedMemoryAreAsInFresh(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	games := []string{s.guest("Ann").create("").ID} // waits
	byoyomi := s.match(`{"time_control":{"type":"byoyomi","main_ms":60000,"periods":3,"period_ms":10000},"labels":{"round":"1"}}`)
	byoyomi.setUp("HEHE", "EHEH")
	byoyomi.play("a4b4", "a7b7", "c4d4")
	byoyomi.han.post(byoyomi.path+"/takeback", `{"action":"offer"}`).is(http.StatusOK)
	over := s.match(`{"time_control":{"type":"unlimited"},"ruleset":"traditional"}`)
	over.setUp("HEHE", "HEHE")
	over.play("a4b4")
	over.cho.post(over.path+"/resign", "").is(http.StatusOK)
	over.han.post(over.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	custom := s.guest("Ben").create(`{"opponent":{"type":"self"},"start_fen":"4k4/9/9/9/4p4/9/4P4/9/4R4/3K5 w - - 0 1"}`)
	setup := s.match(`{"spectator_delay_ms":60000}`)
	games = append(games, byoyomi.id, over.id, custom.ID, setup.id)

	load := func(id string) *journal.Game {
		g, err := s.journal.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	text := func(v *view.Game) string {
		b, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, before := range games {
		for _, after := range games {
			var memory view.GameMemory
			for _, id := range []string{before, after} {
				g := load(id)
				players := view.SeatsAlone(g.State.Seats)
				used := text(memory.View(g, byoyomi.cho.id, players, nil))
				if fresh := text(view.NewGame(g, byoyomi.cho.id, players, nil)); used != fresh {
					t.Errorf("%s after %s:\n%s\nwhere it should be\n%s", after, before, used, fresh)
				}
			}
		}
	}
}
