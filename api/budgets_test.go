package api

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

// limitedTo is a server whose budgets of the day are small.
func limitedTo(t *testing.T, budgets map[string]int) *testServer {
	return newTestServer(t, serverOptions{limited: true, limits: limit.Config{Budgets: budgets}})
}

// refusedBy expects the answer that a budget is used up.
func (r response) refusedBy(budget limit.Policy) {
	r.t.Helper()
	r.problem(rest.CodeRateLimited)
	if got := strings.Join(r.rateLimits(), " "); !strings.Contains(got, budget.Name) || r.header.Get("Retry-After") == "" {
		r.t.Errorf("refused by %q, want %s with Retry-After", got, budget.Name)
	}
}

func TestGuestsOfOneAddressShareABudgetOfGames(t *testing.T) {
	s := limitedTo(t, map[string]int{limit.GamesADay.Name: 3})
	first := s.guest("First")
	first.post("/v1/games", `{"opponent":{"type":"computerr"}}`).is(http.StatusBadRequest) // costs nothing
	first.post("/v1/games", `{}`, "Idempotency-Key", "a").is(http.StatusCreated)
	first.post("/v1/games", `{}`, "Idempotency-Key", "a").is(http.StatusCreated) // nor does the same again
	for n := range 2 {
		s.guest(fmt.Sprint("Guest ", n)).post("/v1/games", `{}`).is(http.StatusCreated)
	}
	s.guest("Fourth").post("/v1/games", `{}`).refusedBy(limit.GamesADay)
	s.guest("Fourth").post("/v1/quick-play", `{}`).refusedBy(limit.GamesADay)
}

func TestTurnsAgainstOneselfHaveABudgetAndThoseBetweenPeopleHaveNone(t *testing.T) {
	s := limitedTo(t, map[string]int{limit.HotSeatTurnsADay.Name: 2})
	people := s.started("")
	alone := s.solo()
	alone.play("a1a2", "a10a9")
	alone.cho.post(alone.path+"/moves", `{"move":"a1a9"}`).refusedBy(limit.HotSeatTurnsADay)
	alone.cho.post(alone.path+"/moves", `{"move":"a2a1"}`).refusedBy(limit.HotSeatTurnsADay)
	people.play("a1a2", "a10a9", "a2a1", "a9a10")
}

func TestARefusedTurnAgainstOneselfCostsNothing(t *testing.T) {
	s := limitedTo(t, map[string]int{limit.HotSeatTurnsADay.Name: 1})
	alone := s.solo()
	for range 3 {
		alone.cho.post(alone.path+"/moves", `{"move":"a1a9"}`).problem(rest.CodeIllegalMove)
	}
	alone.play("a1a2")
}

func TestMessagesGuestsAndOtherCommandsHaveBudgets(t *testing.T) {
	s := limitedTo(t, map[string]int{limit.MessagesADay.Name: 1, limit.GuestsADay.Name: 2, limit.OtherWritesADay.Name: 4})
	m := s.started("") // two guests; joining and two setups
	m.cho.post(m.path+"/chat", `{"text":"hello"}`).is(http.StatusCreated)
	m.han.post(m.path+"/chat", `{"text":"hello"}`).refusedBy(limit.MessagesADay)
	s.post("/v1/guests", "", `{"name":"Third"}`).refusedBy(limit.GuestsADay)
	m.cho.post(m.path+"/draw", `{"action":"offerr"}`).is(http.StatusBadRequest)
	m.cho.post(m.path+"/takeback", `{"action":"offer"}`).problem(rest.CodeNothingToTakeBack)
	m.play("a1a2")
	m.cho.post(m.path+"/takeback", `{"action":"offer"}`).is(http.StatusOK)
	m.han.post(m.path+"/takeback", `{"action":"accept"}`).refusedBy(limit.OtherWritesADay)
}

func TestImportsHaveABudgetOfBytesAndOneOfTurns(t *testing.T) {
	file := "position startpos moves a4b4 a7b7\n"
	s := limitedTo(t, map[string]int{limit.ImportedBytesADay.Name: 2*len(file) + 10})
	g := s.guest("Importer")
	send := func(text string) response { return g.post("/v1/imports", text, "Content-Type", "text/x-uci") }
	send(file).is(http.StatusOK)
	send(file).is(http.StatusOK)
	send(file).refusedBy(limit.ImportedBytesADay)

	s = limitedTo(t, map[string]int{limit.ImportedTurnsADay.Name: 13})
	g = s.guest("Importer")
	answer := string(send(file + "position startpos moves a4b4\n").is(http.StatusOK).body)
	if !strings.Contains(answer, `"code":"rate_limited"`) || !strings.Contains(answer, limit.ImportedTurnsADay.Name) {
		t.Errorf("an import with too many turns is answered %s", answer)
	}
}

func TestLowStorageRefusesWhatBeginsAndNotWhatIsInPlay(t *testing.T) {
	low := false
	s := newTestServer(t, serverOptions{low: func() bool { return low }})
	m := s.started("")
	low = true
	for _, r := range []response{
		m.cho.post("/v1/games", `{}`),
		m.cho.post("/v1/quick-play", `{}`),
		m.cho.post("/v1/imports", "position startpos moves a4b4\n", "Content-Type", "text/x-uci"),
	} {
		r.problem(rest.CodeLowStorage)
		if r.header.Get("Retry-After") == "" {
			t.Error("nobody is told when to come again")
		}
	}
	m.play("a1a2", "a10a9")
	m.cho.post(m.path+"/resign", nil).is(http.StatusOK)
	m.han.post(m.path+"/rematch", `{"action":"offer"}`).problem(rest.CodeLowStorage)
	low = false
	m.han.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
}

// A school plays behind one address: nobody is told to wait.
func TestTwoHundredPlayersBehindOneAddress(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true})
	for n := range 100 {
		cho, han := s.guest(fmt.Sprint("Cho ", n)), s.guest(fmt.Sprint("Han ", n))
		g := cho.create(`{"visibility":"private"}`)
		han.get("/v1/rooms/" + *g.RoomCode).is(http.StatusOK)
		han.post("/v1/rooms/"+*g.RoomCode+"/join", `{}`).is(http.StatusOK)
		path := "/v1/games/" + g.ID
		han.post(path+"/setup", `{"setup":"HEHE"}`).is(http.StatusOK)
		cho.post(path+"/setup", `{"setup":"HEHE"}`).is(http.StatusOK)
		cho.post(path+"/moves", `{"move":"a4b4"}`).is(http.StatusOK)
		han.post(path+"/moves", `{"move":"a7b7"}`).is(http.StatusOK)
		cho.get(path + "/turns").is(http.StatusOK)
		han.get(path + "/legal-moves").is(http.StatusOK)
	}
}

func TestOnlyNamedProxiesSayWhoseARequestIs(t *testing.T) {
	wrong := "/v1/rooms/AAAAAA"
	for _, c := range []struct {
		name    string
		proxies []netip.Prefix
		path    string // X-Forwarded-For; %d is another number each time
		counted bool   // against one address
	}{
		{"no proxy", nil, "192.0.2.%d", true},
		{"another proxy", []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, "192.0.2.%d", true},
		{"this proxy", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, "192.0.2.%d", false},
		{"a client in a private network", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, "192.0.2.%d, 192.168.1.7", true},
		{"a client on the same machine", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, "192.0.2.%d, 127.0.0.2", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTestServer(t, serverOptions{limited: true, proxies: c.proxies})
			var last response
			for n := range limit.RoomLookups.Burst + 1 {
				last = s.get(wrong, "", "X-Forwarded-For", fmt.Sprintf(c.path, n))
			}
			if limited := last.status == http.StatusTooManyRequests; limited != c.counted {
				t.Errorf("the last of many is answered %d", last.status)
			}
		})
	}
}

// What takes much of a processor is done for one address at a time, and for
// others meanwhile.
func TestWorkWaitsItsTurn(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true, limits: limit.Config{Processors: 2}})
	m := s.started("")
	m.play("a4b4", "a7b7")
	history := m.history()
	s.settle() // an export of no games has nothing to wait for
	leave, _, err := s.api.limits.Limiter.Enter(t.Context(), limit.Calculations, "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	many := `{"moves":[` + strings.TrimSuffix(strings.Repeat(`"a1a2","a10a9","a2a1","a9a10",`, 40), ",") + `],"ruleset":{"repetition":"off"}}`
	type call struct{ method, path, body string }
	calls := []call{
		{"GET", "/v1/games", ""}, {"GET", "/v1/explorer", ""}, {"GET", m.path + "/turns", ""}, {"GET", m.path + "/events", ""},
		{"GET", m.path + "/record", ""}, {"GET", m.path + "/film.svg", ""}, {"GET", m.path + "/board.png", ""}, {"GET", m.path + "?ply=1", ""},
		{"GET", "/v1/board.png?fen=" + strings.ReplaceAll("4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1", " ", "%20"), ""},
		{"GET", "/v1/records", ""}, {"POST", "/v1/positions", many}, {"POST", "/v1/replays", history},
	}
	done := make(chan string, len(calls))
	for _, c := range calls {
		go func() {
			var body any
			if c.body != "" {
				body = c.body
			}
			r := s.do(c.method, c.path, m.cho.token, body)
			done <- fmt.Sprint(c.path, " ", r.status)
		}()
	}
	m.play("a1a2") // turns do not wait
	m.cho.get(m.path).is(http.StatusOK)
	waiting := func() int { _, n := s.api.limits.Limiter.Load(limit.Calculations); return n }
	for until := time.Now().Add(8 * time.Second); waiting() < len(calls) && time.Now().Before(until); {
		select {
		case answer := <-done:
			t.Fatalf("%s did not wait", answer)
		case <-time.After(time.Millisecond):
		}
	}
	if n := waiting(); n != len(calls) {
		t.Errorf("%d of %d requests wait", n, len(calls))
	}
	leave()
	for range calls {
		if answer := <-done; !strings.HasSuffix(answer, " 200") {
			t.Error(answer)
		}
	}
}
