package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/chat"
	"github.com/janggid/janggid/api/rest"
)

func (g guest) say(m match, room, text string) response {
	g.s.t.Helper()
	return g.post(m.path+"/chat", map[string]string{"room": room, "text": text})
}

// No advice reaches the players before the end, by whatever way they ask.
func TestPlayersAndSpectatorsHaveARoomEach(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	onlooker := s.guest("Onlooker")
	m.cho.post(m.path+"/chat", `{"text":"잘 부탁드립니다"}`).is(http.StatusCreated).has(`"room":"players"`, `"name":"Cho"`)
	onlooker.post(m.path+"/chat", `{"text":"차를 조심하세요"}`).is(http.StatusCreated).has(`"room":"spectators"`, `"number":1`)
	events := m.events()

	m.han.get(m.path + "/chat").is(http.StatusOK).has("잘 부탁드립니다").hasNot("차를")
	onlooker.get(m.path + "/chat").is(http.StatusOK).has("차를 조심하세요").hasNot("부탁")
	s.get(m.path+"/chat", "").is(http.StatusOK).has("차를 조심하세요").hasNot("부탁")
	m.cho.get(m.path + "/chat?room=spectators").problem(rest.CodeOtherRoom)
	onlooker.get(m.path + "/chat?room=players").problem(rest.CodeOtherRoom)
	s.get(m.path+"/chat?room=players", "").problem(rest.CodeOtherRoom)
	m.cho.say(m, "spectators", "hm").problem(rest.CodeOtherRoom)
	onlooker.say(m, "players", "hm").problem(rest.CodeOtherRoom)

	m.han.post(m.path+"/resign", nil).is(http.StatusOK)
	m.cho.get(m.path + "/chat?room=spectators").is(http.StatusOK).has("차를 조심하세요")
	onlooker.get(m.path + "/chat?room=players").is(http.StatusOK).has("부탁")
	m.cho.say(m, "spectators", "고맙습니다").is(http.StatusCreated)
	onlooker.say(m, "players", "hm").problem(rest.CodeOtherRoom)
	if after := m.events(); len(after) != len(events)+2 {
		t.Errorf("words are in the game's history: %v", after)
	}
}

func TestChatOff(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match(`{"chat":false}`)
	m.cho.get(m.path).has(`"chat":false`)
	m.cho.say(m, "players", "hello").problem(rest.CodeChatOff)
	m.cho.get(m.path + "/chat").problem(rest.CodeChatOff)
	on := s.match("")
	on.cho.get(on.path).has(`"chat":true`)
}

func TestWordsOfAPrivateGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match(`{"visibility":"private"}`)
	m.cho.say(m, "players", "hello").is(http.StatusCreated)
	s.guest("Stranger").say(m, "spectators", "hello").problem(rest.CodeNotFound)
	s.get(m.path+"/chat", "").problem(rest.CodeNotFound)
}

func TestRefusedMessages(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	for body, field := range map[string]string{
		`{}`:                         "text",
		`{"text":"  "}`:              "text",
		`{"text":"a\u0007b"}`:        "text",
		`{"room":"hall","text":"a"}`: "room",
		`{"text":"` + strings.Repeat("말", 501) + `"}`: "text",
	} {
		if p := m.cho.post(m.path+"/chat", body).problem(rest.CodeBadRequest); p.Field != field {
			t.Errorf("%s: the field is %q, want %q", body, p.Field, field)
		}
	}
	s.post(m.path+"/chat", "", `{"text":"hello"}`).problem(rest.CodeUnauthenticated)
	m.cho.get(m.path + "/chat?room=hall").problem(rest.CodeBadRequest)
	m.cho.get(m.path + "/chat?limit=201").problem(rest.CodeBadRequest)
	m.cho.get(m.path + "/chat?from=-1").problem(rest.CodeBadRequest)
}

func TestPagesOfAChat(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	onlooker := s.guest("Onlooker")
	var position string
	for i := range 5 {
		m.cho.say(m, "players", fmt.Sprint("word ", i)).is(http.StatusCreated)
		position = onlooker.say(m, "spectators", "psst").is(http.StatusCreated).header.Get("Position")
	}
	var got []string
	query := "?limit=2&after_position=" + position
	var last chat.Message
	for {
		page := decoded[chat.Messages](m.han.get(m.path + "/chat" + query).is(http.StatusOK))
		for _, v := range page.Messages {
			got = append(got, v.Text)
			last = v
		}
		if page.Next == nil {
			break
		}
		query = "?limit=2&cursor=" + *page.Next
	}
	if want := "word 0,word 1,word 2,word 3,word 4"; strings.Join(got, ",") != want {
		t.Errorf("got %v", got)
	}
	if last.Number != 8 {
		t.Errorf("the last message has the number %d", last.Number)
	}
	// That the spectators have said something meanwhile is not told.
	since := fmt.Sprintf("%s/chat?from=%d", m.path, last.Number+1)
	onlooker.say(m, "spectators", "psst").is(http.StatusCreated)
	m.han.get(since).is(http.StatusOK).has(`"messages":[],"next":null`)
	m.cho.say(m, "players", "more").is(http.StatusCreated)
	m.han.get(since).is(http.StatusOK).has("more", `"next":null`).hasNot("word 4")
}

func TestChatIsLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.match("")
	for range 10 {
		m.cho.say(m, "players", "hello").is(http.StatusCreated)
	}
	r := m.cho.say(m, "players", "hello")
	r.problem(rest.CodeRateLimited)
	if r.header.Get("Retry-After") != "2" || r.header.Get("RateLimit-Policy") != `"chat";q=30;w=60` {
		t.Errorf("headers %v", r.header)
	}
	m.han.say(m, "players", "hello").is(http.StatusCreated)
}

// Whoever repeats what they said before they sat down is answered as at first:
// where somebody may talk by now is no matter.
func TestAMessageRepeatedAfterJoiningIsAnsweredAsAtFirst(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := match{t: t, s: s, cho: s.guest("Cho"), han: s.guest("Han")}
	m.id = m.cho.create("").ID
	m.path = "/v1/games/" + m.id
	for i, body := range []string{`{"room":"spectators","text":"hello"}`, `{"text":"hello"}`} {
		m.han.post(m.path+"/chat", body, "Idempotency-Key", fmt.Sprint("k", i)).is(http.StatusCreated)
	}
	m.han.post(m.path+"/join", nil).is(http.StatusOK)
	for i, body := range []string{`{"room":"spectators","text":"hello"}`, `{"text":"hello"}`} {
		again := m.han.post(m.path+"/chat", body, "Idempotency-Key", fmt.Sprint("k", i)).is(http.StatusCreated).has(`"room":"spectators"`, fmt.Sprintf(`"number":%d`, i))
		if again.header.Get("Idempotency-Replayed") != "true" {
			t.Error("the message is taken for another")
		}
	}
	m.han.post(m.path+"/chat", `{"room":"spectators","text":"hello again"}`, "Idempotency-Key", "k1").problem(rest.CodeIdempotencyMismatch)
	m.han.post(m.path+"/chat", `{"room":"spectators","text":"hello"}`, "Idempotency-Key", "k2").problem(rest.CodeOtherRoom)
	m.han.post(m.path+"/chat", `{"room":"spectators","text":"hello"}`).problem(rest.CodeOtherRoom)
}
