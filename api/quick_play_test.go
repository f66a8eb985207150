package api

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/seek"
	"github.com/janggid/janggid/api/watch"
)

func TestQuickPlayPairsTwoWhoWantTheSame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	blitz := `{"time_control":{"type":"fischer","initial_ms":180000,"increment_ms":2000}}`
	first := decoded[seek.Pairing](ann.post("/v1/quick-play", blitz).is(202))
	if first.Status != "waiting" || first.GameID != nil {
		t.Errorf("%+v", first)
	}
	decoded[seek.Pairing](ben.post("/v1/quick-play", "{}").is(202))
	second := decoded[seek.Pairing](ben.post("/v1/quick-play", blitz).is(201).has(`"status":"paired"`))
	found := decoded[seek.Pairing](ann.get("/v1/quick-play/" + first.ID + "?wait_ms=20000").is(200))
	if found.GameID == nil || *found.GameID != *second.GameID {
		t.Fatalf("one is told of %v, the other of %v", found.GameID, second.GameID)
	}
	g := ann.get("/v1/games/" + *found.GameID).is(200).game()
	players := map[string]bool{g.Players.Cho.ID: true, g.Players.Han.ID: true}
	if g.Status != "setup" || g.TimeControl.InitialMS != 180_000 || !players[ann.id] || !players[ben.id] {
		t.Errorf("%+v", g)
	}
}

func TestQuickPlayAcrossNodes(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	other := newTestServer(t, serverOptions{store: s.store})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	news := s.stream("/v1/me/stream", ann.token)
	news.must(watch.FrameState)
	wish := decoded[seek.Pairing](ann.post("/v1/quick-play", "{}").is(202))
	w := s.stream("/v1/quick-play/"+wish.ID, ann.token, "Accept", rest.MimeSSE)
	w.must("waiting")
	made := decoded[seek.Pairing](ben.on(other).post("/v1/quick-play", "{}").is(201))
	if f := w.must("paired"); f.data["game_id"] != *made.GameID {
		t.Errorf("%s", f.text)
	}
	w.over()
	if f := news.must(watch.NotifyPaired); f.data["game_id"] != *made.GameID {
		t.Errorf("%s", f.text)
	}
}

func TestQuickPlayLeavesNoGhost(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, leave := range map[string]func(s *testServer, ann guest, wish string){
		"withdrawn": func(s *testServer, ann guest, wish string) {
			s.do("DELETE", "/v1/quick-play/"+wish, ann.token, nil).is(200).has(`"withdrawn"`)
		},
		"hung up": func(s *testServer, ann guest, wish string) {
			w := s.stream("/v1/quick-play/"+wish, ann.token, "Accept", rest.MimeNDJSON)
			w.must("waiting")
			w.leave()
			ann.sees(wish, "withdrawn")
		},
		"lapsed": func(s *testServer, ann guest, wish string) { s.advance(15 * time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, serverOptions{start: start})
			ann, ben := s.guest("Ann"), s.guest("Ben")
			leave(s, ann, decoded[seek.Pairing](ann.post("/v1/quick-play", "{}").is(202)).ID)
			ben.post("/v1/quick-play", "{}").is(202)
		})
	}
}

func TestQuickPlayAgainIsTheSameWish(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	first := decoded[seek.Pairing](ann.post("/v1/quick-play", "{}").is(202))
	if again := decoded[seek.Pairing](ann.post("/v1/quick-play", "{}").is(202)); again.ID != first.ID {
		t.Errorf("two wishes, %s and %s", first.ID, again.ID)
	}
	made := decoded[seek.Pairing](ben.post("/v1/quick-play", "{}", "Idempotency-Key", "one").is(201))
	if again := decoded[seek.Pairing](ben.post("/v1/quick-play", "{}", "Idempotency-Key", "one").is(201)); again.ID != made.ID || *again.GameID != *made.GameID {
		t.Errorf("a retry makes %+v of %+v", again, made)
	}
	for _, g := range []guest{ann, ben} { // both retry, without a key
		if again := decoded[seek.Pairing](g.post("/v1/quick-play", "{}").is(201)); *again.GameID != *made.GameID {
			t.Errorf("the same wishes before a turn make %+v of %+v", again, made)
		}
	}
	ben.post("/v1/games/"+*made.GameID+"/abort", nil).is(200)
	if next := decoded[seek.Pairing](ben.post("/v1/quick-play", "{}").is(202)); next.ID == made.ID {
		t.Errorf("after the end the wish is still %+v", next)
	}
	ben.get("/v1/quick-play/" + first.ID).is(404)
	ben.get("/v1/quick-play/nothing").is(404)
}

// The same rules under two names are the same wish; the game has the name of who
// was there first.
func TestQuickPlayPairsByTheRules(t *testing.T) {
	const edited, named = `{"ruleset":{"preset":"standard","bikjang":"score"}}`, `{"ruleset":"standard-score"}`
	for first, second := range map[string]string{edited: named, named: edited} {
		s := newTestServer(t, serverOptions{})
		waits := decoded[seek.Pairing](s.guest("Ann").post("/v1/quick-play", first).is(202))
		ben := s.guest("Ben")
		made := decoded[seek.Pairing](ben.post("/v1/quick-play", second).is(201))
		if g := ben.get("/v1/games/" + *made.GameID).is(200).game(); g.Ruleset != waits.Ruleset || made.Ruleset == waits.Ruleset || g.Ruleset.Rules != made.Ruleset.Rules {
			t.Errorf("the game has %+v of %+v and %+v", g.Ruleset, waits.Ruleset, made.Ruleset)
		}
	}
}

func TestAPlayerWaitsOnceWhateverTheKeys(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	seek := func(g guest, key string) seek.Pairing {
		return decoded[seek.Pairing](g.post("/v1/quick-play", "{}", "Idempotency-Key", key))
	}
	first := seek(ann, "one")
	if again := seek(ann, "two"); again.ID != first.ID {
		t.Errorf("two wishes, %s and %s", first.ID, again.ID)
	}
	made := seek(ben, "one")
	for _, key := range []string{"one", "two", "three"} { // the third while no turn is made
		if again := seek(ann, key); again.ID != first.ID || again.GameID == nil || *again.GameID != *made.GameID {
			t.Errorf("after pairing the key %s gives %+v", key, again)
		}
	}
	ben.post("/v1/games/"+*made.GameID+"/abort", nil).is(200)
	for _, key := range []string{"one", "two", "three"} {
		if again := seek(ann, key); again.ID != first.ID {
			t.Errorf("after the end the key %s gives %+v", key, again)
		}
	}
	if next := seek(ann, "four"); next.ID == first.ID {
		t.Errorf("a new key after the end gives %+v", next)
	}
}

// seek asks for an opponent, again after each race that was lost.
func (g guest) seek(body string, headers ...string) response {
	g.s.t.Helper()
	for late := time.Now().Add(patience); ; {
		r := g.post("/v1/quick-play", body, headers...)
		if r.status != 409 {
			return r
		}
		if time.Now().After(late) {
			g.s.t.Errorf("lost every race for an opponent in %v: %s", patience, r.body)
			return r
		}
	}
}

// One player under two keys at two nodes at once, while others come: they get one
// opponent.
func TestAPlayerWhoSeeksTwiceAtOnceIsPairedOnce(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	other := newTestServer(t, serverOptions{store: s.store})
	for round := range 20 {
		ann := s.guest("Ann")
		others := []guest{s.guest("Ben"), s.guest("Cho").on(other)}
		body := fmt.Sprintf(`{"time_control":{"type":"per_move","per_move_ms":%d}}`, 60_000+round) // a line of its own
		seek := func(g guest, key string) (v seek.Pairing) {
			return decoded[seek.Pairing](g.seek(body, "Idempotency-Key", key))
		}
		var all sync.WaitGroup
		all.Go(func() { seek(ann, "a") })
		all.Go(func() { seek(ann.on(other), "b") })
		for _, g := range others {
			all.Go(func() { seek(g, "c") })
		}
		all.Wait()
		a, b := seek(ann, "a"), seek(ann, "b")
		if a.ID != b.ID {
			t.Errorf("two wishes, %+v and %+v", a, b)
		}
		games := map[string]bool{}
		for _, g := range others {
			if v := seek(g, "c"); v.GameID != nil && g.get("/v1/games/"+*v.GameID).is(200).holds(ann.id) {
				games[*v.GameID] = true
			}
		}
		if len(games) > 1 {
			t.Errorf("games with both others: %v", games)
		}
	}
}

// Many at once, on two nodes: nobody is left alone but an odd one out, nobody
// has two opponents.
func TestQuickPlayRaces(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	other := newTestServer(t, serverOptions{store: s.store})
	const players = 20
	guests := make([]guest, players)
	for i := range guests {
		guests[i] = s.guest(fmt.Sprint("Player ", i)).on([]*testServer{s, other}[i%2])
	}
	games := make([]string, players)
	var all sync.WaitGroup
	for i, g := range guests {
		all.Go(func() {
			wish := decoded[seek.Pairing](g.seek("{}"))
			for late := time.Now().Add(patience); wish.Status == "waiting"; {
				wish = decoded[seek.Pairing](g.get("/v1/quick-play/" + wish.ID + "?wait_ms=20000"))
				if time.Now().After(late) {
					t.Errorf("player %d waited %v for an opponent", i, patience)
					return
				}
			}
			if wish.GameID != nil {
				games[i] = *wish.GameID
			}
		})
	}
	all.Wait()
	held := map[string]int{}
	for i, id := range games {
		held[id]++
		if id == "" || !guests[i].get("/v1/games/"+id).is(200).holds(guests[i].id) {
			t.Errorf("player %d has the game %q and no seat in it", i, id)
		}
	}
	if len(held) != players/2 {
		t.Errorf("%d games for %d players: %v", len(held), players, held)
	}
}

// holds tells whether a player sits in the game of an answer.
func (r response) holds(player string) bool {
	g := r.game()
	return g.Players.Cho.ID == player || g.Players.Han.ID == player
}
