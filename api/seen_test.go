package api

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
	"github.com/janggid/janggid/domain/janggi"
)

// delayedMatch is a game that spectators see a minute later, as it stood when
// the setups were chosen, and what has happened in it since: two turns and the
// end.
func delayedMatch(s *testServer) match {
	s.t.Helper()
	m := s.match(`{"spectator_delay_ms":60000,"labels":{"cup":"spring"}}`)
	m.setUp("HEEH", "EHHE")
	s.advance(60 * time.Second)
	m.play("a4b4", "a7b7")
	m.cho.post(m.path+"/resign", nil).is(http.StatusOK)
	return m
}

// again is the rematch that both players agree on. To others it is not there
// before the end of the game before it is.
func (m match) again() match {
	m.s.t.Helper()
	m.cho.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	id := *m.han.post(m.path+"/rematch", `{"action":"accept"}`).game().Rematch
	return match{t: m.t, s: m.s, id: id, path: "/v1/games/" + id, cho: m.han, han: m.cho}
}

// secrets are texts that only what is held back has.
var secrets = []string{`"moves":["`, `"last_move":"`, "MovePlayed", "GameEnded", "PlayerResigned", "resignation", `"ended"`, `"outcome":{`, `"games":1`}

// setUpStart is where delayedMatch begins.
var setUpStart = janggi.StartPosition(janggi.HEEH, janggi.EHHE)

// inputs make a request to each route that may be asked about a game. Routes
// that know of no game are named without one.
var inputs = map[string][]string{
	"GET /v1/games": {"", "?status=playing", "?status=ended", "?label=cup:spring", "?label=cup:spring&status=ended", "?player=CHO&status=ended", "?player=HAN", "?limit=1&status=ended",
		"?player=CHO&result=han", "?player=CHO&reason=resignation", "?label=cup:CUP&min_ply=1", "?label=cup:CUP&cho_setup=HEEH&status=playing", "?label=cup:CUP&cho_setup=HEEH&status=ended", "?player=HAN&max_ply=1"},
	"GET /v1/games/:id":             {"", "?ply=0", "?ply=1", "?ply=2", "?revision=4", "?revision=5", "?revision=8", "?min_revision=5", "?min_revision=8"},
	"GET /v1/games/:id/legal-moves": {""},
	"GET /v1/games/:id/turns":       {""},
	"GET /v1/games/:id/events":      {"", "?from=5", "?limit=5"},
	"GET /v1/games/:id/board.svg":   {"", "?ply=2", "?revision=6"},
	"GET /v1/games/:id/board.png":   {"", "?ply=2"},
	"GET /v1/games/:id/film.svg":    {""},
	"GET /v1/games/:id/record":      {"?format=json", "?format=uci", "?format=pgn", "?format=gib"},
	"GET /v1/games/:id/proof":       {""},
	"GET /v1/records":               {"?format=json", "?format=uci&status=ended", "?format=uci&player=CHO&result=han", "?format=uci&label=cup:CUP&min_ply=1"},
	"GET /v1/rooms/:code":           {""},
	"GET /v1/players/:id":           {""},
	"POST /v1/games/:id/join":       {""},
	"POST /v1/rooms/:code/join":     {""},
	"GET /v1/games/:id/stream":      {"", "?from=4", "?from=6"},
	"GET /v1/stream":                {"?games=ID", "?games=ID&from=6", "?from=0"},
	"POST /v1/games":                nil,
	"POST /v1/games/:id/abort":      {""},
	"POST /v1/games/:id/moves":      {""},
	"POST /v1/games/:id/pass":       {""},
	"POST /v1/games/:id/resign":     {""},
	"POST /v1/games/:id/setup":      {""},
	"GET /v1/me":                    nil,
	"GET /v1/me/stream":             nil,
	"POST /v1/guests":               nil,
	"POST /v1/tokens":               nil,
	"POST /v1/stream-tickets":       nil,
	"POST /v1/imports":              nil,
	"POST /v1/replays":              nil,
	"GET /v1/keys":                  nil,
	"POST /v1/positions":            nil,
	"POST /v1/positions/analysis":   nil,
	"GET /v1/rulesets":              nil,
	"GET /v1/board.svg":             nil,
	"GET /v1/board.png":             nil,
	"GET /openapi.yaml":             nil,
	"GET /openapi-3.0.yaml":         nil,
	"GET /docs":                     nil,
	"GET /docs/assets/:file":        nil,
	"GET /healthz":                  nil,
	"GET /readyz":                   nil,
	"GET /metrics":                  nil,
	"POST /v1/games/:id/takeback":   {""},
	"POST /v1/games/:id/draw":       {""},
	"POST /v1/games/:id/add-time":   {""},
	"POST /v1/games/:id/hint":       {""},
	"POST /v1/games/:id/claim-win":  {""},
	"POST /v1/games/:id/rematch":    {""},
	"POST /v1/games/:id/labels":     {""},
	"POST /v1/games/:id/adjudicate": {""},
	"POST /v1/games/:id/chat":       {""},
	"GET /v1/games/:id/chat":        {""},
	"POST /v1/quick-play":           nil,
	"GET /v1/quick-play/:id":        nil,
	"DELETE /v1/quick-play/:id":     nil,
	"GET /v1/explorer":              {"", "?fen=START"},
	"GET /":                         {""},
	"GET /v1":                       {""},
	"GET /favicon.ico":              {""},
}

// Every route is asked what it tells a spectator of a game with a delay; what it
// answers must be what it would answer had nothing happened since.
func TestADelayedSpectatorLearnsNothingEarlyByAnyRoute(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	s.api.access.Wait = time.Millisecond
	quiet := s.match(`{"spectator_delay_ms":60000,"labels":{"cup":"quiet"}}`)
	quiet.setUp("HEEH", "EHHE")
	m := delayedMatch(s)
	next := m.again()
	s.settle() // the lists and the explorer have all of it
	quietRoom, room := *quiet.game().RoomCode, *m.game().RoomCode
	nextRoom := *next.cho.get(next.path).game().RoomCode
	secrets := append(slices.Clip(secrets), next.id, nextRoom)
	none := match{t: t, s: s, id: "01890000-0000-7000-8000-000000000000", path: "/v1/games/01890000-0000-7000-8000-000000000000", cho: next.cho, han: next.han}
	stranger := s.guest("Stranger")
	for _, route := range s.api.echo.Routes() {
		if route.Method == http.MethodHead {
			continue // the head of what GET answers; TestHead
		}
		key := route.Method + " " + route.Path
		queries, known := inputs[key]
		if !known {
			t.Errorf("nothing says how %s is to be asked about a game", key)
		}
		for _, query := range queries {
			for _, token := range []string{"", stranger.token} {
				t.Run(key+query, func(t *testing.T) {
					s := s.within(t)
					ask := func(m match, room, cup string) string {
						path := strings.NewReplacer(":id", m.id, ":code", room, "ID", m.id, "CHO", m.cho.id, "HAN", m.han.id, "CUP", cup, "START", url.QueryEscape(setUpStart.FEN())).Replace(route.Path + query)
						return s.spectate(route.Method, path, token, m, room)
					}
					got, want := ask(m, room, "spring"), ask(quiet, quietRoom, "quiet")
					for _, secret := range secrets {
						if strings.Contains(got, secret) {
							t.Errorf("%s stands in\n%s", secret, got)
						}
					}
					// The feed and the lists of everything have the other game too.
					if (strings.Contains(route.Path, ":") || ofOneGame.MatchString(query)) && got != want {
						t.Errorf("the answer is\n%s\nand of a game in which nothing has happened\n%s", got, want)
					}
					// Its rematch is no game yet.
					if strings.Contains(route.Path, ":") || strings.Contains(query, "ID") {
						if got, want := ask(next, nextRoom, "spring"), ask(none, "ZZZZZZ", "spring"); got != want {
							t.Errorf("the answer is\n%s\nand of a game that there is not\n%s", got, want)
						}
					}
				})
			}
		}
	}
}

// A rematch comes to be for others as late as the end that it tells of, by
// everything that brings games.
func TestARematchInAGameWithADelayIsShownInTime(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := delayedMatch(s)
	s.settle()
	feed := s.stream("/v1/stream?types=GameCreated", "")
	feed.must(watch.FrameCaughtUp)
	next := m.again()
	own := s.stream(next.path+"/stream", next.cho.token)
	own.must(watch.FrameState)
	next.han.post(next.path+"/setup", `{"setup":"HEEH"}`).is(http.StatusOK)
	s.settle()
	shown := func() (status, listed int) {
		page := decoded[games.List](s.get("/v1/games?status=setup&player="+m.cho.id, ""))
		return s.get(next.path, "").status, len(page.Games)
	}
	s.advance(time.Minute - time.Millisecond)
	if status, listed := shown(); status != http.StatusNotFound || listed != 0 {
		t.Errorf("a millisecond early it is answered with %d and %d are listed", status, listed)
	}
	s.advance(time.Millisecond)
	if status, listed := shown(); status != http.StatusOK || listed != 1 {
		t.Errorf("in time it is answered with %d and %d are listed", status, listed)
	}
	if f := feed.event("GameCreated"); f.data["game_id"] != next.id {
		t.Errorf("%s", f.text)
	}
	from := s.stream("/v1/stream?types=GameCreated&from=0", "")
	from.event("GameCreated")
	if f := from.event("GameCreated"); f.data["game_id"] != next.id {
		t.Errorf("%s", f.text)
	}
}

// ofOneGame are queries by which nothing is found but one of the two games.
var ofOneGame = regexp.MustCompile("ID|CHO|HAN|CUP")

// spectate asks, and gives the answer without what tells one game from another.
// A stream is read up to a frame that comes after all that it has to tell.
func (s *testServer) spectate(method, path, token string, m match, room string) string {
	s.t.Helper()
	var text string
	if strings.Contains(path, "stream") {
		w := s.stream(path, token)
		if w.status != http.StatusOK {
			return fmt.Sprint(w.status)
		}
		if strings.Contains(path, "from=0") {
			text = w.upTo(watch.FrameCaughtUp)
		}
		for _, topic := range []string{live.GameTopic(m.id), live.SpectatorTopic(m.id), live.FeedTopic} {
			s.api.live.Publish(topic, &live.Frame{Kind: "marker", Members: rest.ServerTimeMember(s.api.now)})
		}
		text += w.upTo("marker")
		w.leave()
	} else {
		var body any
		if method == http.MethodPost {
			body = "{}"
		}
		r := s.do(method, path, token, body)
		text = fmt.Sprint(r.status, string(r.body))
	}
	return m.comparable(strings.NewReplacer(room, "CODE", `"spring"`, `"quiet"`).Replace(text))
}

// comparable is an answer without what tells this game from another.
func (m match) comparable(text string) string {
	text = strings.NewReplacer(m.id, "ID", m.cho.id, "CHO", m.han.id, "HAN").Replace(text)
	return particular.ReplaceAllString(text, "…")
}

// particular is what differs between games in which the same has happened: ids,
// hashes, tags and positions.
var particular = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|"(position|watchers)":"?[0-9]+"?`)

// upTo are the frames before one of a kind.
func (w *watching) upTo(kind string) (text string) {
	w.t.Helper()
	for {
		f, ok := w.next()
		if !ok {
			w.t.Fatalf("the stream ended before a frame %s, after\n%s", kind, text)
		}
		if f.kind == kind {
			return text
		}
		if f.kind != "watchers" && f.kind != "heartbeat" {
			text += f.id + " " + f.text + "\n"
		}
	}
}

// What was held back comes when its time has come, not a millisecond earlier.
func TestADelayedSpectatorSeesEverythingInTime(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	m := s.match(`{"spectator_delay_ms":60000}`)
	s.settle() // the feed begins where the read model is
	w, feed := s.stream(m.path+"/stream", ""), s.stream("/v1/stream", "")
	if f := w.must(watch.FrameState); f.id != "1" {
		t.Errorf("that the other has joined is not seen: %s", f.text)
	}
	feed.must(watch.FrameCaughtUp)
	own := s.stream(m.path+"/stream", m.cho.token)
	own.must(watch.FrameState)
	m.setUp("HEEH", "EHHE")
	for _, eventType := range []string{"SetupChosen", "SetupChosen", "GameStarted"} {
		own.event(eventType)
	}
	s.advance(time.Millisecond)
	m.play("a4b4")
	own.event("MovePlayed")
	s.advance(59_998 * time.Millisecond)
	if g := s.get(m.path, "").game(); g.Revision != 1 || g.Status != "setup" {
		t.Errorf("a millisecond early the game is %s at revision %d", g.Status, g.Revision)
	}
	s.advance(time.Millisecond)
	for _, stream := range []*watching{w, feed} {
		for _, eventType := range []string{"SetupChosen", "SetupChosen", "GameStarted"} {
			stream.event(eventType)
		}
	}
	if g := s.get(m.path, "").game(); g.Revision != 4 || g.Ply != 0 {
		t.Errorf("in time the game is at revision %d", g.Revision)
	}
	s.settle()
	m.cho.on(s).get("/v1/games?status=playing&player=" + m.cho.id).is(200).has(`"a4b4"`)
	m.han.post(m.path+"/resign", nil).is(200)
	s.advance(time.Millisecond)
	w.event("MovePlayed")
	feed.event("MovePlayed")
	s.advance(time.Minute)
	for _, eventType := range []string{"PlayerResigned", "GameEnded"} {
		w.event(eventType)
		feed.event(eventType)
	}
	w.must(watch.FrameEnd)
	w.over()
	s.settle()
	if list := decoded[games.List](s.get("/v1/games?status=ended", "")); len(list.Games) != 1 {
		t.Errorf("%d games are listed as ended", len(list.Games))
	}
	for _, status := range []string{"setup", "playing"} {
		if list := decoded[games.List](s.get("/v1/games?status="+status, "")); len(list.Games) != 0 {
			t.Errorf("%d games are listed as %s", len(list.Games), status)
		}
	}
}

func TestADelayedSpectatorResumesWithWhatWasShown(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	m := delayedMatch(s)
	w := s.stream(m.path+"/stream", "", rest.HeaderLastEventID, "3")
	if f := w.event("GameStarted"); f.id != "4" {
		t.Errorf("%s", f.text)
	}
	w.leave()
	s.advance(time.Minute)
	w = s.stream(m.path+"/stream", "", rest.HeaderLastEventID, w.lastID)
	for _, eventType := range []string{"MovePlayed", "MovePlayed", "PlayerResigned", "GameEnded"} {
		w.event(eventType)
	}
	w.must(watch.FrameEnd)
}

// A spectator may not even learn by a refusal how the game stands.
func TestRefusalsTellADelayedSpectatorNothing(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	m := delayedMatch(s)
	stranger := s.guest("Stranger")
	for _, c := range []struct {
		ifMatch string
		code    rest.Code
	}{{`"8"`, rest.CodeStaleRevision}, {`"5"`, rest.CodeStaleRevision}, {`"4"`, rest.CodeSeatTaken}} {
		p := stranger.post(m.path+"/join", "{}", "If-Match", c.ifMatch).problem(c.code)
		if p.Game == nil || p.Game.Revision != 4 {
			t.Errorf("If-Match %s: the game %+v", c.ifMatch, p.Game)
		}
	}
}

// Nor may an organiser, who acts on a game that goes on: what they expect of it is
// judged by what they see.
func TestRefusalsTellADelayedOrganiserNothing(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	organiser := s.organiser()
	quiet := s.match(`{"spectator_delay_ms":60000}`)
	quiet.setUp("HEEH", "EHHE")
	going, over := s.match(`{"spectator_delay_ms":60000}`), s.match(`{"spectator_delay_ms":60000}`)
	going.setUp("HEEH", "EHHE")
	over.setUp("HEEH", "EHHE")
	s.advance(time.Minute)
	going.play("a4b4", "a7b7")
	over.play("a4b4", "a7b7")
	over.cho.post(over.path+"/resign", nil).is(http.StatusOK)
	for _, c := range []struct {
		name, path, body, ifMatch string
		code                      rest.Code // "" where it is carried out
	}{
		{"a decision at a ply to come", "/adjudicate", `{"result":"cho","ply":2}`, "", rest.CodeWrongPly},
		{"a decision at a revision to come", "/adjudicate", `{"result":"cho"}`, `"6"`, rest.CodeStaleRevision},
		{"a decision at the last revision", "/adjudicate", `{"result":"cho"}`, `"8"`, rest.CodeStaleRevision},
		{"labels at a revision to come", "/labels", `{"labels":{"a":"b"}}`, `"6"`, rest.CodeStaleRevision},
		{"labels at what is seen", "/labels", `{"labels":{"a":"b"}}`, `"4"`, ""},
		{"the same labels again", "/labels", `{"labels":{"a":"b"}}`, `"4"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := s.within(t)
			ask := func(m match) string {
				var header []string
				if c.ifMatch != "" {
					header = []string{"If-Match", c.ifMatch}
				}
				r := organiser.on(s).post(m.path+c.path, c.body, header...)
				if c.code != "" {
					r.problem(c.code)
				} else {
					r.is(http.StatusOK)
				}
				return m.comparable(fmt.Sprint(r.status, string(r.body)))
			}
			want := ask(quiet)
			for _, m := range []match{going, over} {
				if got := ask(m); got != want {
					t.Errorf("the answer is\n%s\nand of a game in which nothing has happened\n%s", got, want)
				}
			}
		})
	}
	decision := `{"result":"han","ply":0}`
	decided := organiser.post(going.path+"/adjudicate", decision, "If-Match", `"4"`, "Idempotency-Key", "k1").is(http.StatusOK)
	if g := decided.game(); g.Status != "playing" || g.Revision != 4 {
		t.Errorf("a decision is answered with revision %d, %s", g.Revision, g.Status)
	}
	// That a decision came too late can be known, not how the game ended.
	if p := organiser.post(over.path+"/adjudicate", decision, "If-Match", `"4"`).problem(rest.CodeGameOver); p.Game.Revision != 4 || p.Game.Outcome != nil {
		t.Errorf("a decision too late is answered with %+v", p.Game)
	}
	s.advance(time.Minute)
	if g := s.get(going.path, "").game(); g.Outcome == nil || g.Outcome.Reason != janggi.EndAdjudication || g.Ply != 2 {
		t.Errorf("the game ended with %+v", g.Outcome)
	}
	if again := organiser.post(going.path+"/adjudicate", decision, "If-Match", `"4"`, "Idempotency-Key", "k1").is(http.StatusOK); again.header.Get("Idempotency-Replayed") != "true" {
		t.Error("a retry is not recognised once all is shown")
	}
}

// The position in the answer to labels that a game has already does not tell
// when its last turn was made.
func TestAPositionTellsADelayedOrganiserNothing(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	organiser := s.organiser()
	m := s.match(`{"spectator_delay_ms":60000}`)
	m.setUp("HEEH", "EHHE")
	s.advance(time.Minute)
	label := func() string {
		return organiser.post(m.path+"/labels", `{"labels":{}}`).is(http.StatusOK).header.Get(rest.HeaderPosition)
	}
	before := label()
	m.play("a4b4")
	if after := label(); after != before {
		t.Errorf("the position was %s and is %s after a turn", before, after)
	}
}

func TestCreateGameChecksTheDelay(t *testing.T) {
	creator := newTestServer(t, serverOptions{}).guest("Creator")
	for ms, status := range map[string]int{"0": 201, "1": 201, "300000": 201, "300001": 400, "-1": 400, `"1"`: 400, "null": 201} {
		creator.post("/v1/games", `{"spectator_delay_ms":`+ms+`}`).is(status)
	}
}
