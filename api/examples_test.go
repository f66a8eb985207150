package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

var updateExamples = flag.Bool("update", false, "write the examples that openapi.yaml shows")

// example is an exchange as docs/generate reads it.
type example struct {
	Request json.RawMessage `json:"request,omitempty"`
	Status  string          `json:"status,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"`
}

// keeper compares exchanges with those kept in testdata/examples.
type keeper struct{ t *testing.T }

// request keeps what a request to an operation has as its body.
func (k keeper) request(operation, body string) string {
	k.t.Helper()
	k.keep(operation, example{Request: json.RawMessage(body)})
	return body
}

// exchange keeps a request's body, which may be "", and its answer.
func (k keeper) exchange(operation, body string, r response) response {
	k.t.Helper()
	k.keep(operation, example{Request: json.RawMessage(body), Status: strconv.Itoa(r.status), Answer: r.body})
	return r
}

func (k keeper) keep(operation string, e example) {
	k.t.Helper()
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		k.t.Fatal(err)
	}
	text = append(text, '\n')
	path := filepath.Join("testdata", "examples", operation+".json")
	if *updateExamples {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			k.t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		k.t.Fatal(err)
	}
	if !bytes.Equal(kept, text) {
		k.t.Errorf("%s is not what happens now (go test ./api -run Examples -update, then go generate ./docs):\n%s", path, text)
	}
}

// The examples in openapi.yaml are what a server answers whose clock and ids are
// known beforehand.
func TestExamplesAreRealExchanges(t *testing.T) {
	var count atomic.Int64
	s := newTestServer(t, serverOptions{
		start: someDay,
		newID: func() uuid.UUID {
			return uuid.MustParse("019b7d0a-3c4e-7000-8000-" + strconv.FormatInt(1e11+count.Add(1), 10))
		},
	})
	k := keeper{t}
	body := `{"name":"춘향"}`
	token := s.post("/v1/guests", "", body).is(http.StatusCreated)
	cho := guest{s: s, token: decoded[tokenView](token).AccessToken}
	token.body = bytes.Replace(token.body, []byte(cho.token), []byte(cho.token[:20]+"…"), 1) // nobody needs to see all of it
	k.exchange("createGuest", body, token)
	han := s.guest("몽룡")
	k.exchange("getMe", "", cho.get("/v1/me").is(http.StatusOK))

	body = `{"ruleset":"standard","time_control":{"type":"per_move","per_move_ms":90000},"side":"cho","labels":{"league":"spring"}}`
	created := k.exchange("createGame", body, cho.post("/v1/games", body)).is(http.StatusCreated).game()
	m := match{t: t, s: s, cho: cho, han: han, id: created.ID, path: "/v1/games/" + created.ID}
	k.request("joinRoom", `{}`)
	han.post(m.path+"/join", k.request("joinGame", `{"side":"han"}`)).is(http.StatusOK)
	han.post(m.path+"/setup", k.request("chooseSetup", `{"setup":"EHHE"}`)).is(http.StatusOK)
	cho.post(m.path+"/setup", `{"setup":"HEEH"}`).is(http.StatusOK)
	s.advance(4200 * time.Millisecond)
	cho.post(m.path+"/moves", k.request("playMove", `{"move":"a4b4","ply":0}`)).is(http.StatusOK)
	s.advance(7 * time.Second)
	passed := han.post(m.path+"/pass", k.request("passTurn", `{"ply":1}`)).is(http.StatusOK)

	k.exchange("getGame", "", s.get(m.path, "")).is(http.StatusOK)
	k.exchange("listGames", "", s.get("/v1/games?label=league:spring&after_position="+passed.header.Get("Position"), "")).is(http.StatusOK)
	k.exchange("listLegalMoves", "", s.get(m.path+"/legal-moves?from=b1", "")).is(http.StatusOK)
	k.exchange("listTurns", "", s.get(m.path+"/turns", "")).is(http.StatusOK)
	k.exchange("listEvents", "", s.get(m.path+"/events?from=2&limit=4", "")).is(http.StatusOK)
	body = `{"setups":{"cho":"HEEH","han":"EHHE"},"ruleset":"standard","moves":["a4b4","pass"]}`
	k.exchange("judgePosition", body, s.post("/v1/positions", "", body)).is(http.StatusOK)
	history := string(s.get(m.path+"/events", "").is(http.StatusOK).body)
	k.exchange("replayHistory", history, s.post("/v1/replays", "", history)).is(http.StatusOK)
	cho.post(m.path+"/chat", k.request("postMessage", `{"text":"잘 부탁드립니다"}`)).is(http.StatusCreated)
	cho.post(m.path+"/add-time", k.request("addTime", `{}`)).is(http.StatusOK)
	cho.post(m.path+"/takeback", k.request("takeback", `{"action":"offer"}`)).is(http.StatusOK)
	k.request("setLabels", `{"labels":{"league":"spring"}}`)
	cho.post("/v1/quick-play", k.request("quickPlay", `{"ruleset":"standard","time_control":{"type":"per_move","per_move_ms":30000}}`)).is(http.StatusAccepted)
	k.request("claimWin", `{}`)
	k.request("draw", `{"action":"offer"}`)
	k.request("rematch", `{"action":"offer"}`)
	k.request("adjudicate", `{"result":"draw"}`)
	k.request("abort", `{"ply":1}`)
	han.post(m.path+"/resign", k.request("resign", `{"ply":2}`)).is(http.StatusOK)
}
