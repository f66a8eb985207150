package api

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/seek"
	"github.com/janggid/janggid/api/watch"
)

func TestGameStreamTellsTheGameAndThenWhatHappens(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	w := s.stream(m.path+"/stream", m.cho.token)
	state := w.must(watch.FrameState)
	if g := state.data["game"].(map[string]any); state.id != "1" || g["status"] != "setup" || g["id"] != m.id {
		t.Errorf("the stream begins with %s", state.text)
	}
	m.setUp("HEEH", "HEEH")
	m.play("a4b4")
	for revision, eventType := range []string{2: "SetupChosen", 3: "SetupChosen", 4: "GameStarted", 5: "MovePlayed"} {
		if revision < 2 {
			continue
		}
		f := w.event(eventType)
		if f.id != strconv.Itoa(revision) || f.data["game_id"] != m.id || f.data["revision"] != float64(revision) {
			t.Errorf("revision %d came as %s", revision, f.text)
		}
	}
	m.han.post(m.path+"/resign", nil).is(200)
	w.event("PlayerResigned")
	w.event("GameEnded")
	w.must(watch.FrameEnd)
	w.over()
}

func TestGameStreamOfAGameThatIsOverEndsAtOnce(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.han.post(m.path+"/resign", nil).is(200)
	w := s.stream(m.path+"/stream", "")
	w.must(watch.FrameState)
	w.must(watch.FrameEnd)
	w.over()
}

func TestGameStreamAsNDJSON(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	w := s.stream(m.path+"/stream", "", "Accept", rest.MimeNDJSON)
	if !w.ndjson {
		t.Fatalf("it comes as %s", w.header.Get("Content-Type"))
	}
	w.must(watch.FrameState)
	m.play("a4b4")
	if f := w.event("MovePlayed"); f.data["cursor"] != "5" {
		t.Errorf("the turn came as %s", f.text)
	}
}

func TestGameStreamRefusesAsReadingDoes(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	private := s.match(`{"visibility":"private"}`)
	for _, c := range []struct {
		name, path, token string
		status            int
	}{
		{"no such game", "/v1/games/0192f0c0-0000-7000-8000-000000000000/stream", "", 404},
		{"a private game, to nobody", private.path + "/stream", "", 404},
		{"a private game, to a stranger", private.path + "/stream", s.guest("Stranger").token, 404},
		{"a bad token", s.match("").path + "/stream", "bad", 401},
		{"a bad ticket", s.match("").path + "/stream?ticket=bad", "", 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			if w := s.within(t).stream(c.path, c.token); w.status != c.status {
				t.Errorf("status %d, want %d", w.status, c.status)
			}
		})
	}
}

// Whatever a client has seen when its stream breaks off, it sees the rest, and
// nothing twice.
func TestGameStreamResumesAfterEveryCut(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.play("a4b4", "pass", "b4a4")
	m.han.post(m.path+"/resign", nil).is(200)
	types := m.events()
	for cut := range types {
		for name, resume := range map[string]func(string) *watching{
			"header": func(id string) *watching {
				return s.within(t).stream(m.path+"/stream?from=0", "", rest.HeaderLastEventID, id)
			},
			"from": func(id string) *watching { return s.within(t).stream(m.path+"/stream?from="+id, "") },
		} {
			w := resume(strconv.Itoa(cut))
			for revision := cut + 1; revision < len(types); revision++ {
				if f := w.event(types[revision]); f.id != strconv.Itoa(revision) {
					t.Errorf("%s, cut after %d: id %s, want %d", name, cut, f.id, revision)
				}
			}
			w.must(watch.FrameEnd)
			w.over()
		}
	}
}

func TestGameStreamCutWhileItIsPlayed(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	w := s.stream(m.path+"/stream", "")
	w.must(watch.FrameState)
	var plies []float64
	for i := range 30 {
		m.play([]string{"a4b4", "a7b7", "b4a4", "b7a7"}[i%4])
		f := w.event("MovePlayed")
		plies = append(plies, f.data["data"].(map[string]any)["ply"].(float64))
		if i == 10 || i == 11 {
			w.leave()
			w = s.stream(m.path+"/stream", "", rest.HeaderLastEventID, w.lastID)
		}
		if m.game().Status == "ended" {
			break
		}
	}
	if !slices.IsSorted(plies) || len(slices.Compact(plies)) != int(plies[len(plies)-1]) {
		t.Errorf("the plies were %v", plies)
	}
}

func TestGameStreamStartsAnewWhereTheRevisionIsUnknown(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	for _, from := range []string{"5", "x", "-1", "1.2"} {
		w := s.stream(m.path+"/stream?from="+from, "")
		w.must(watch.FrameReset)
		if f := w.must(watch.FrameState); f.id != "4" {
			t.Errorf("from %q: %s", from, f.text)
		}
		w.leave()
	}
}

func TestTwoStreamsOfOnePlayerTellTheSame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	first, second := s.stream(m.path+"/stream", m.cho.token), s.stream(m.path+"/stream", m.cho.token)
	first.must(watch.FrameState)
	second.must(watch.FrameState)
	m.play("a4b4", "a7b7")
	for range 2 {
		if a, b := first.event("MovePlayed"), second.event("MovePlayed"); a.text != b.text {
			t.Errorf("one stream told %s, the other %s", a.text, b.text)
		}
	}
}

func TestAThousandWatchersSeeEveryTurn(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	watchers := 1000
	if testing.Short() {
		watchers = 200
	}
	var ready, done sync.WaitGroup
	ready.Add(watchers)
	for range watchers {
		w := s.stream(m.path+"/stream", "")
		done.Go(func() {
			w.must(watch.FrameState)
			ready.Done()
			for _, move := range []string{"a4b4", "a7b7", "b4a4"} {
				if f := w.event("MovePlayed"); f.data["data"].(map[string]any)["move"] != move {
					t.Errorf("the turn %s, want %s", f.text, move)
				}
			}
			w.leave()
		})
	}
	ready.Wait()
	m.play("a4b4", "a7b7", "b4a4")
	done.Wait()
}

// A stream that nobody reads is cut off, others go on, and it can be resumed.
func TestASlowReaderIsCutOffAlone(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started(`{"time_control":{"type":"unlimited"},"ruleset":{"preset":"standard","repetition":"off","turn_limit":null}}`)
	slow := s.api.live.Subscribe(live.GameTopic(m.id))
	defer slow.Close()
	quick := s.stream(m.path+"/stream", "")
	quick.must(watch.FrameState)
	for i := range 600 {
		m.play([]string{"a4b4", "a7b7", "b4a4", "b7a7"}[i%4])
		quick.event("MovePlayed")
	}
	if frames, err := slow.Next(t.Context()); err == nil {
		t.Errorf("%d frames are queued for somebody who does not read", len(frames))
	}
	slow.Close()
	if stats := s.api.live.Stats(); stats.Cut != 1 || stats.Open != 1 {
		t.Errorf("%+v, want one that was cut off and one that goes on", stats)
	}
}

func TestStreamsAreToldToReconnect(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	w := s.stream(m.path+"/stream", "")
	w.must(watch.FrameState)
	s.api.CloseStreams()
	w.must(rest.FrameReconnect)
	w.over()

	again := newTestServer(t, serverOptions{store: s.store})
	w = again.stream(m.path+"/stream", "", rest.HeaderLastEventID, w.lastID)
	m.cho.on(again).post(m.path+"/moves", `{"move":"a4b4"}`).is(200)
	w.event("MovePlayed")
}

func TestQuietStreamsHaveHeartbeats(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	w := s.stream(m.path+"/stream", "")
	id := w.must(watch.FrameState).id
	for slot := range 15 {
		s.api.live.Beat(slot)
	}
	if f := w.must("heartbeat"); f.id != "" || w.lastID != id {
		t.Errorf("the heartbeat %s changes where to resume", f.text)
	}
}

func TestGamesOfOneStream(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	a, b, c := s.started(""), s.started(""), s.started("")
	path := fmt.Sprintf("/v1/stream?games=%s,%s,%s", a.id, b.id, c.id)
	w := s.stream(path, "")
	for _, want := range []string{"4.-.-", "4.4.-", "4.4.4"} {
		if f := w.must(watch.FrameState); f.id != want {
			t.Errorf("id %s, want %s", f.id, want)
		}
	}
	b.play("a4b4")
	if f := w.event("MovePlayed"); f.id != "4.5.4" || f.data["game_id"] != b.id {
		t.Errorf("the turn of the second game came as %s", f.text)
	}
	w.leave()
	a.play("a4b4")
	c.han.post(c.path+"/resign", nil).is(200)
	for cursor, want := range map[string]string{
		"4.5.4": "event:MovePlayed event:PlayerResigned event:GameEnded end",
		"4.-.6": "event:MovePlayed state end",
		"5.5.6": "end",
		"5.9.6": "reset state end",
		"5.5":   "reset state state state end",
	} {
		w := s.stream(path, "", rest.HeaderLastEventID, cursor)
		var got string
		for got != want && len(got) < len(want) {
			f, ok := w.next()
			if !ok {
				break
			}
			if got != "" {
				got += " "
			}
			if got += f.kind; f.kind == watch.FrameEvent {
				got += ":" + f.data["type"].(string)
			}
		}
		if got != want {
			t.Errorf("after %s came %q, want %q", cursor, got, want)
		}
		w.leave()
	}
	a.han.post(a.path+"/resign", nil).is(200)
	b.han.post(b.path+"/resign", nil).is(200)
	w = s.stream(path, "", rest.HeaderLastEventID, "7.7.6")
	for range 3 {
		w.must(watch.FrameEnd)
	}
	w.over()
}

func TestATicketOpensOneStream(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	other := newTestServer(t, serverOptions{store: s.store, start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	m := s.match(`{"visibility":"private"}`)
	ticket := func() string {
		return decoded[watch.Ticket](m.cho.post("/v1/stream-tickets", nil).is(201)).Ticket
	}
	one := ticket()
	other.stream(m.path+"/stream?ticket="+one, "").must(watch.FrameState)
	for _, node := range []*testServer{s, other} {
		if w := node.stream(m.path+"/stream?ticket="+one, ""); w.status != 404 {
			t.Errorf("a ticket that was used: status %d, want 404", w.status)
		}
	}
	two := ticket()
	s.clock.advance(60 * time.Second)
	if w := s.stream(m.path+"/stream?ticket="+two, ""); w.status != 404 {
		t.Errorf("a ticket that has expired: status %d, want 404", w.status)
	}
	if w := s.stream("/v1/me/stream?ticket="+two, ""); w.status != 401 {
		t.Errorf("a ticket that has expired: status %d, want 401", w.status)
	}
}

// A page whose request was refused tries again with the ticket that it has.
func TestARefusedRequestCostsNoTicket(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.match("")
	ticket := decoded[watch.Ticket](m.cho.post("/v1/stream-tickets", nil).is(http.StatusCreated)).Ticket
	with := func(path string) string {
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		return path + separator + "ticket=" + ticket
	}
	refused := []struct {
		path   string
		status int
	}{
		{"/v1/games/01890000-0000-7000-8000-000000000000/stream", http.StatusNotFound},
		{"/v1/stream?games=" + m.id + ",x", http.StatusNotFound},
		{"/v1/stream?from=x", http.StatusBadRequest},
		{"/v1/stream?types=Foo", http.StatusBadRequest},
		{"/v1/quick-play/nope", http.StatusNotFound},
		{"/v1/quick-play/nope?wait_ms=abc", http.StatusBadRequest},
	}
	for _, c := range refused {
		if w := s.stream(with(c.path), "", "Accept", rest.MimeSSE); w.status != c.status {
			t.Errorf("%s: status %d, want %d", c.path, w.status, c.status)
		}
	}
	var open []*watching
	for range limit.PlayersStreams.Quota {
		w := s.stream(m.path+"/stream", m.cho.token)
		w.must(watch.FrameState)
		open = append(open, w)
	}
	wish := decoded[seek.Pairing](m.cho.post("/v1/quick-play", "{}").is(http.StatusAccepted)).ID
	for _, path := range []string{m.path + "/stream", "/v1/me/stream", "/v1/quick-play/" + wish} {
		if w := s.stream(with(path), "", "Accept", rest.MimeSSE); w.status != http.StatusTooManyRequests {
			t.Errorf("%s: status %d, want 429", path, w.status)
		}
	}
	for _, w := range open {
		w.leave()
	}
	eventually(t, "the server to hear that the clients have hung up", func() bool { return s.api.live.Stats().Open == 0 })
	// Of many who come with it at once one is let in.
	statuses := make(chan int, 4)
	for range cap(statuses) {
		go func() {
			res, err := http.Get(s.url + with(m.path+"/stream"))
			if err != nil {
				statuses <- 0
				return
			}
			t.Cleanup(func() { res.Body.Close() })
			statuses <- res.StatusCode
		}()
	}
	opened := 0
	for range cap(statuses) {
		switch status := <-statuses; status {
		case http.StatusOK:
			opened++
		case http.StatusUnauthorized:
		default:
			t.Errorf("status %d", status)
		}
	}
	if opened != 1 {
		t.Errorf("the ticket opened %d streams, want one", opened)
	}
}

// Who takes a seat while their stream is open, as pages of rooms do, is a player
// in it from then on: told of everything as it happens, once, and counted no more.
func TestAStreamWhoseViewerTakesASeatIsAPlayers(t *testing.T) {
	for _, create := range []string{`{}`, `{"spectator_delay_ms":60000}`} {
		for _, path := range []string{"/v1/games/%s/stream", "/v1/stream?games=%s"} {
			t.Run(path+" "+create, func(t *testing.T) {
				s := newTestServer(t, serverOptions{start: someDay})
				m := match{t: t, s: s, cho: s.guest("Cho"), han: s.guest("Han")}
				m.id = m.cho.create(create).ID
				m.path = "/v1/games/" + m.id
				w := s.stream(fmt.Sprintf(path, m.id), m.han.token)
				w.must(watch.FrameState)
				onlooker := s.stream(m.path+"/stream", "")
				onlooker.must(watch.FrameState)
				if n := s.api.live.Count(live.AudienceTopic(m.id)); n != 2 {
					t.Errorf("%d are counted, want 2", n)
				}
				m.han.post(m.path+"/join", nil).is(http.StatusOK)
				w.event("PlayerJoined")
				m.setUp("HEEH", "HEEH")
				m.play("a4b4")
				for revision, eventType := range []string{2: "SetupChosen", 3: "SetupChosen", 4: "GameStarted", 5: "MovePlayed"} {
					if eventType == "" {
						continue
					}
					if f := w.event(eventType); f.id != strconv.Itoa(revision) {
						t.Errorf("want revision %d: %s", revision, f.text)
					}
				}
				if n := s.api.live.Count(live.AudienceTopic(m.id)); n != 1 {
					t.Errorf("%d are counted once one of them plays, want 1", n)
				}
				m.cho.say(m, "players", "hello").is(http.StatusCreated)
				m.han.say(m, "players", "hello too").is(http.StatusCreated)
				w.message("players", "hello")
				w.message("players", "hello too")
				s.advance(time.Minute)
				m.han.post(m.path+"/resign", nil).is(http.StatusOK)
				w.event("PlayerResigned")
				w.event("GameEnded")
				w.must(watch.FrameEnd)
				w.over()
			})
		}
	}
}
