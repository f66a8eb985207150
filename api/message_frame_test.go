package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/janggid/janggid/api/chat"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

// message waits for what somebody said in a room; nothing else may come before.
func (w *watching) message(room, text string) frame {
	w.t.Helper()
	f := w.must(chat.FrameMessage)
	if f.data["room"] != room || f.data["text"] != text {
		w.t.Fatalf("the message %s, want %q in the room %s", f.text, text, room)
	}
	return f
}

// Each room reaches those who may read it, on every node, and no advice reaches
// the players before the end.
func TestStreamsBringTheWordsOfOnesOwnRoom(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	other := newTestServer(t, serverOptions{store: s.store})
	m := s.started("")
	onlooker := s.guest("Onlooker")
	player, many := other.stream(m.path+"/stream", m.han.token), s.stream("/v1/stream?games="+m.id, m.cho.token)
	watcher, anyone := other.stream(m.path+"/stream", onlooker.token), s.stream(m.path+"/stream", "", "Accept", rest.MimeNDJSON)
	all := []*watching{player, many, watcher, anyone}
	for _, w := range all {
		w.must(watch.FrameState)
	}
	m.cho.say(m, "players", "잘 부탁드립니다").is(http.StatusCreated)
	onlooker.say(m, "spectators", "차를 조심하세요").is(http.StatusCreated)
	m.han.say(m, "players", "네").is(http.StatusCreated)
	for _, w := range []*watching{player, many} {
		f := w.message("players", "잘 부탁드립니다")
		if who := f.data["player"].(map[string]any); f.id != "" || f.data["game_id"] != m.id || f.data["number"] != 0.0 || who["name"] != "Cho" || who["id"] != m.cho.id {
			t.Errorf("the message came as %s", f.text)
		}
		w.message("players", "네")
	}
	for _, w := range []*watching{watcher, anyone} {
		if f := w.message("spectators", "차를 조심하세요"); f.data["number"] != 1.0 {
			t.Errorf("the message came as %s", f.text)
		}
	}
	m.play("a4b4")
	for _, w := range all {
		w.event("MovePlayed")
	}
	if many.lastID != "5" {
		t.Errorf("the last cursor is %s, want 5: words are no part of revisions", many.lastID)
	}
}

// A stream that goes on after a game of it is over has both its rooms from then
// on; that of one game ends with it.
func TestStreamsBringBothRoomsAfterTheEnd(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m, next := s.started(""), s.started("")
	onlooker := s.guest("Onlooker")
	one := s.stream(m.path+"/stream", m.cho.token)
	one.must(watch.FrameState)
	path := "/v1/stream?games=" + m.id + "," + next.id
	player, watcher := s.stream(path, m.cho.token), s.stream(path, onlooker.token)
	for _, w := range []*watching{player, watcher} {
		w.must(watch.FrameState)
		w.must(watch.FrameState)
	}
	onlooker.say(m, "spectators", "훈수").is(http.StatusCreated)
	watcher.message("spectators", "훈수")
	m.han.post(m.path+"/resign", nil).is(http.StatusOK)
	for _, w := range []*watching{one, player, watcher} {
		w.event("PlayerResigned")
		w.event("GameEnded")
		w.must(watch.FrameEnd)
	}
	one.over()
	m.han.say(m, "players", "수고하셨습니다").is(http.StatusCreated)
	onlooker.say(m, "spectators", "명국").is(http.StatusCreated)
	onlooker.say(next, "spectators", "다음").is(http.StatusCreated)
	m.cho.say(m, "spectators", "고맙습니다").is(http.StatusCreated)
	for _, w := range []*watching{player, watcher} {
		w.message("players", "수고하셨습니다")
		w.message("spectators", "명국")
		if w == watcher {
			w.message("spectators", "다음")
		} else if f := w.must(chat.FrameMessage); f.data["text"] == "다음" {
			w.message("spectators", "고맙습니다")
			continue // plays nothing there, but looks on
		}
		w.message("spectators", "고맙습니다")
	}
}

// Who looked on and then sat down hears no advice from then on, though the
// stream is the same.
func TestWhoSitsDownHearsSpectatorsNoMore(t *testing.T) {
	for name, body := range map[string]string{"without a delay": "", "with a delay": `{"spectator_delay_ms":60000}`} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, serverOptions{start: someDay})
			cho, han, onlooker := s.guest("Cho"), s.guest("Han"), s.guest("Onlooker")
			g := cho.create(body)
			m := match{t: t, s: s, cho: cho, han: han, id: g.ID, path: "/v1/games/" + g.ID}
			w := s.stream(m.path+"/stream", han.token)
			w.must(watch.FrameState)
			onlooker.say(m, "spectators", "before").is(http.StatusCreated)
			w.message("spectators", "before")
			han.post("/v1/rooms/"+*g.RoomCode+"/join", nil).is(http.StatusOK)
			onlooker.say(m, "spectators", "advice").is(http.StatusCreated)
			cho.say(m, "players", "hello").is(http.StatusCreated)
			for {
				f, ok := w.next()
				if !ok {
					t.Fatal("the stream ended")
				}
				if f.kind == chat.FrameMessage {
					if f.data["text"] != "hello" {
						t.Errorf("a player hears %s", f.text)
					}
					break
				}
			}
		})
	}
}

// The players' room, and players among spectators, would tell a spectator whom a
// delay holds back that the game is over.
func TestADelayedSpectatorHearsThePlayersWhenTheEndIsShown(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.match(`{"spectator_delay_ms":60000}`)
	other := s.match("")
	onlooker := s.guest("Onlooker")
	w := s.stream("/v1/stream?games="+m.id+","+other.id, onlooker.token)
	w.must(watch.FrameState)
	w.must(watch.FrameState)
	m.han.post(m.path+"/abort", nil).is(http.StatusOK)
	m.cho.say(m, "players", "early").is(http.StatusCreated)
	m.cho.say(m, "spectators", "early").problem(rest.CodeOtherRoom)
	onlooker.get(m.path + "/chat?room=players").problem(rest.CodeOtherRoom)
	onlooker.say(m, "spectators", "누가 이기나").is(http.StatusCreated)
	w.message("spectators", "누가 이기나")
	s.advance(time.Minute)
	w.event("GameEnded")
	w.must(watch.FrameEnd)
	m.cho.say(m, "players", "late").is(http.StatusCreated)
	m.cho.say(m, "spectators", "late").is(http.StatusCreated)
	w.message("players", "late")
	w.message("spectators", "late")
	onlooker.get(m.path+"/chat?room=players").is(http.StatusOK).has("early", "late")
}

func TestStreamsOfAGameWithoutChatBringNoWords(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match(`{"chat":false}`)
	w := s.stream(m.path+"/stream", m.han.token)
	w.must(watch.FrameState)
	m.cho.say(m, "players", "hello").problem(rest.CodeChatOff)
	m.han.post(m.path+"/setup", `{"setup":"HEEH"}`).is(http.StatusOK)
	w.event("SetupChosen")
}

// What is offered stands in the state that a stream begins with.
func TestAStreamBeginsWithOpenOffers(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	offers := func() any {
		w := s.stream(m.path+"/stream", m.han.token)
		defer w.leave()
		return w.must(watch.FrameState).data["game"].(map[string]any)["offers"]
	}
	is := func(kind string, by any) {
		t.Helper()
		want := map[string]any{"takeback": nil, "draw": nil, "rematch": nil}
		want[kind] = by
		for k, got := range offers().(map[string]any) {
			if got != want[k] {
				t.Errorf("%s: %v, want %v", k, got, want[k])
			}
		}
	}
	m.play("a4b4")
	m.cho.post(m.path+"/takeback", `{"action":"offer"}`).is(http.StatusOK)
	is("takeback", "cho")
	m.han.post(m.path+"/takeback", `{"action":"decline"}`).is(http.StatusOK)
	is("takeback", nil)
	m.cho.post(m.path+"/resign", nil).is(http.StatusOK)
	m.han.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	is("rematch", "han")
}
