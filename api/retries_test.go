package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/eventstore/memory"
)

// retried is a POST that must act once however often it comes.
type retried struct {
	create string      // body of the creation
	given  func(match) // what has happened; nil: both players are there
	as     func(match) guest
	path   func(match) string
	body   string
	other  string // another body that can be read; "" where there is none
	// keyless is what becomes of it when it comes again without a key: actsAgain,
	// the code of a refusal, or "" where it changes nothing (docs/errors.md).
	keyless rest.Code
}

// actsAgain is no refusal.
const actsAgain rest.Code = "acts again"

func asCho(m match) guest       { return m.cho }
func asHan(m match) guest       { return m.han }
func asOrganiser(m match) guest { return m.s.organiser() }

func below(path string) func(match) string {
	return func(m match) string { return m.path + path }
}

// retries are all that a client can repeat, by route.
var retries = map[string]retried{
	"/v1/games": {as: asCho, path: func(match) string { return "/v1/games" }, body: `{}`, other: `{"side":"han"}`, keyless: actsAgain},
	"/v1/games/:id/join": {
		as:   func(m match) guest { return m.s.guest("Newcomer") },
		path: func(m match) string { return "/v1/games/" + m.cho.create(`{}`).ID + "/join" }, body: `{}`, other: `{"side":"han"}`,
	},
	"/v1/rooms/:code/join": {
		as:   func(m match) guest { return m.s.guest("Newcomer") },
		path: func(m match) string { return "/v1/rooms/" + *m.cho.create(`{}`).RoomCode + "/join" }, body: `{}`, other: `{"side":"han"}`,
	},
	"/v1/games/:id/setup":      {as: asHan, path: below("/setup"), body: `{"setup":"HEEH"}`, other: `{"setup":"EHHE"}`, keyless: rest.CodeSetupAlreadyChosen},
	"/v1/games/:id/moves":      {given: playing, as: asCho, path: below("/moves"), body: `{"move":"a4b4"}`, other: `{"move":"i4h4"}`, keyless: rest.CodeNotYourTurn},
	"/v1/games/:id/pass":       {given: playing, as: asCho, path: below("/pass"), body: `{}`, other: `{"ply":0}`, keyless: rest.CodeNotYourTurn},
	"/v1/games/:id/resign":     {given: playing, as: asCho, path: below("/resign"), body: `{}`, other: `{"ply":0}`, keyless: rest.CodeGameOver},
	"/v1/games/:id/abort":      {given: playing, as: asCho, path: below("/abort"), body: `{}`, other: `{"ply":0}`, keyless: rest.CodeGameOver},
	"/v1/games/:id/takeback":   {given: offered("/takeback"), as: asHan, path: below("/takeback"), body: `{"action":"accept"}`, other: `{"action":"decline"}`, keyless: rest.CodeNoOffer},
	"/v1/games/:id/draw":       {create: drawish, given: offered("/draw"), as: asHan, path: below("/draw"), body: `{"action":"decline"}`, other: `{"action":"accept"}`, keyless: rest.CodeNoOffer},
	"/v1/games/:id/add-time":   {given: playing, as: asCho, path: below("/add-time"), body: `{}`, other: `{"ply":0}`, keyless: actsAgain},
	"/v1/games/:id/hint":       {create: `{"opponent":{"type":"self"}}`, given: aloneAndPlaying, as: asCho, path: below("/hint"), body: `{}`, other: `{"ply":0}`},
	"/v1/games/:id/labels":     {as: asOrganiser, path: below("/labels"), body: `{"labels":{"a":"1"}}`, other: `{"labels":{"a":"2"}}`},
	"/v1/games/:id/adjudicate": {given: playing, as: asOrganiser, path: below("/adjudicate"), body: `{"result":"cho"}`, other: `{"result":"han"}`, keyless: rest.CodeGameOver},
	"/v1/games/:id/chat":       {as: asCho, path: below("/chat"), body: `{"text":"hello"}`, other: `{"text":"hallo"}`, keyless: actsAgain},
	"/v1/games/:id/rematch": {
		given: func(m match) {
			turns("pass", "pass")(m)
			m.cho.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
		},
		as: asHan, path: below("/rematch"), body: `{"action":"accept"}`, other: `{"action":"decline"}`,
	},
	"/v1/quick-play": {as: asCho, path: func(match) string { return "/v1/quick-play" }, body: `{}`, other: `{"ruleset":"traditional"}`},
	"/v1/games/:id/claim-win": {
		given: func(m match) {
			playing(m)
			now := m.s.arrival()
			if err := m.s.journal.Presences.Leave(m.t.Context(), m.han.id, now, now); err != nil {
				m.t.Fatal(err)
			}
			m.s.advance(time.Minute)
		},
		as: asCho, path: below("/claim-win"), body: `{}`, other: `{"ply":0}`, keyless: rest.CodeGameOver,
	},
}

// aloneAndPlaying is a given of games whose creator plays both sides.
func aloneAndPlaying(m match) {
	m.t.Helper()
	for _, side := range []string{"han", "cho"} {
		m.cho.post(m.path+"/setup", map[string]string{"side": side, "setup": "HEEH"}).is(http.StatusOK)
	}
}

// keyless are the POSTs that take no key, and why.
var keyless = map[string]string{
	"/v1/guests":             "who has no token yet has nothing that a key could belong to; a guest too many harms nobody",
	"/v1/tokens":             "nothing is stored",
	"/v1/stream-tickets":     "nothing is stored until a ticket is used, and that is once",
	"/v1/positions":          "nothing is stored",
	"/v1/positions/analysis": "nothing is stored",
	"/v1/replays":            "nothing is stored",
	"/v1/imports":            "the same record adds nothing",
}

// nodes are two servers over one store, and a match seen from the first.
func (r retried) nodes(t *testing.T) (a, b *testServer, m match) {
	t.Helper()
	store := memory.New()
	t.Cleanup(func() { store.Close() })
	a = newTestServer(t, serverOptions{store: store, start: someDay})
	b = newTestServer(t, serverOptions{store: store, clock: a.clock})
	m = a.match(r.create)
	if r.given != nil {
		r.given(m)
	}
	return a, b, m
}

// stored is how many events a store has.
func (s *testServer) stored() (n int) {
	s.t.Helper()
	for _, err := range s.store.ReadAll(s.t.Context(), 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		n++
	}
	return n
}

// The same POST again, to the node that did it and to the other one, acts once
// and gets the same answer.
func TestAPostThatComesAgainActsOnce(t *testing.T) {
	for route, r := range retries {
		t.Run(route, func(t *testing.T) {
			a, b, m := r.nodes(t)
			sender, path := r.as(m), r.path(m)
			first := sender.post(path, r.body, "Idempotency-Key", "k1")
			if first.status >= http.StatusBadRequest {
				t.Fatalf("the first attempt: %d %s", first.status, first.body)
			}
			events := a.stored()
			for _, s := range []*testServer{a, b} {
				again := sender.on(s).post(path, r.body, "Idempotency-Key", "k1")
				if again.status != first.status || string(again.body) != string(first.body) || again.header.Get("Idempotency-Replayed") != "true" {
					t.Errorf("answered %d %s\nfirst %d %s", again.status, again.body, first.status, first.body)
				}
				sender.on(s).post(path, r.other, "Idempotency-Key", "k1").problem(rest.CodeIdempotencyMismatch)
			}
			if after := a.stored(); after != events {
				t.Errorf("%d more events are stored", after-events)
			}
		})
	}
}

// Without a key some act again, which docs/errors.md says of them; what has a
// revision to name is safe with that.
func TestAPostThatComesAgainWithoutAKey(t *testing.T) {
	for route, r := range retries {
		t.Run(route, func(t *testing.T) {
			for _, guarded := range []bool{false, true} {
				s, _, m := r.nodes(t)
				sender, path := r.as(m), r.path(m)
				var header []string
				if guarded {
					header = []string{"If-Match", fmt.Sprintf(`"%d"`, m.game().Revision)}
				}
				first := sender.post(path, r.body, header...)
				events := s.stored()
				again := sender.post(path, r.body, header...)
				switch {
				case r.keyless != actsAgain && r.keyless != "" && !guarded:
					again.problem(r.keyless)
				case r.keyless == "" && !guarded:
					again.is(first.status)
				}
				if more := s.stored() - events; (more > 0) != (r.keyless == actsAgain && (!guarded || route == "/v1/games/:id/chat")) {
					t.Errorf("%d more events are stored, guarded: %v", more, guarded)
				}
			}
		})
	}
}

// The same POST to both nodes at once acts once, and both answers are the same.
func TestAPostThatComesTwiceAtOnceActsOnce(t *testing.T) {
	for route, r := range retries {
		t.Run(route, func(t *testing.T) {
			single, _, alone := r.nodes(t)
			sender, path := r.as(alone), r.path(alone)
			before := single.stored()
			sender.post(path, r.body, "Idempotency-Key", "k1")
			want := single.stored() - before

			a, b, m := r.nodes(t)
			sender, path = r.as(m), r.path(m)
			before = a.stored()
			var answers [4]response
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() { answers[i] = sender.on([]*testServer{a, b}[i%2]).post(path, r.body, "Idempotency-Key", "k1") })
			}
			all.Wait()
			for _, answer := range answers {
				if answer.status >= http.StatusBadRequest || answer.status != answers[0].status || string(answer.body) != string(answers[0].body) {
					t.Errorf("answered %d %s\nand %d %s", answer.status, answer.body, answers[0].status, answers[0].body)
				}
			}
			if got := a.stored() - before; got != want {
				t.Errorf("%d events are stored, want %d", got, want)
			}
		})
	}
}

func TestEveryPostIsSafeToRetryOrSaysWhyNot(t *testing.T) {
	for _, route := range New(Config{Limits: limit.Off()}).echo.Routes() {
		if route.Method != http.MethodPost {
			continue
		}
		_, safe := retries[route.Path]
		if _, excused := keyless[route.Path]; safe == excused {
			t.Error(fmt.Sprint(route.Path, " must stand in one of the tables of this test"))
		}
	}
}
