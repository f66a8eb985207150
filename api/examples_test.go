package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/api/players"
	"github.com/janggid/janggid/api/seek"
	"github.com/janggid/janggid/api/view"
)

var updateExamples = flag.Bool("update", false, "write the examples that openapi.yaml shows")

// example is an exchange as docs/generate reads it.
type example struct {
	Request json.RawMessage `json:"request,omitempty"`
	Status  string          `json:"status,omitempty"`
	Media   string          `json:"media,omitempty"` // unless it is JSON
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

// exchange keeps a request's body, which may be "", and its answer. Of an
// operation with several answers a dot and a word tell them apart.
func (k keeper) exchange(operation, body string, r response) response {
	k.t.Helper()
	k.keep(operation, example{Request: json.RawMessage(body), Status: strconv.Itoa(r.status), Answer: r.body})
	return r
}

// text keeps an answer that is no JSON, or lines of it.
func (k keeper) text(operation string, r response, text string) {
	k.t.Helper()
	answer, err := json.Marshal(text)
	if err != nil {
		k.t.Fatal(err)
	}
	media, _, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	if err != nil {
		k.t.Fatal(err)
	}
	k.keep(operation, example{Status: strconv.Itoa(r.status), Media: media, Answer: answer})
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
	k.exchange("getIndex", "", s.get("/", ""))
	k.exchange("getAPIIndex", "", s.get("/v1", ""))
	k.exchange("getHealth", "", s.get("/healthz", ""))
	s.settle()
	eventually(t, "the node to be ready", func() bool { return s.api.Ready(t.Context()) })
	k.exchange("getReadiness", "", s.get("/readyz", ""))
	icon := s.get("/favicon.ico", "")
	k.text("getIcon", icon, string(icon.body))
	rulesets := s.get("/v1/rulesets", "").is(http.StatusOK)
	rulesets.body = firstOf(t, rulesets.body, "rulesets")
	k.exchange("listRulesets", "", rulesets)

	body := `{"name":"춘향"}`
	token := s.post("/v1/guests", "", body).is(http.StatusCreated)
	cho := guest{s: s, token: decoded[players.Token](token).AccessToken}
	k.exchange("createGuest", body, shortened(token))
	k.exchange("renewToken", "", shortened(cho.post("/v1/tokens", "{}").is(http.StatusCreated)))
	han := s.guest("몽룡")
	me := k.exchange("getMe", "", cho.get("/v1/me").is(http.StatusOK))
	k.exchange("getPlayer", "", s.get("/v1/players/"+decoded[view.Profile](me).ID, "").is(http.StatusOK))
	k.exchange("createStreamTicket", "", shortened(cho.post("/v1/stream-tickets", "{}").is(http.StatusCreated)))
	k.exchange("listKeys", "", shortened(s.get("/v1/keys", "").is(http.StatusOK)))

	body = `{"ruleset":"standard","time_control":{"type":"per_move","per_move_ms":90000},"side":"cho","labels":{"league":"spring"}}`
	created := k.exchange("createGame", body, cho.post("/v1/games", body)).is(http.StatusCreated).game()
	m := match{t: t, s: s, cho: cho, han: han, id: created.ID, path: "/v1/games/" + created.ID}
	k.request("joinRoom", `{}`)
	han.post(m.path+"/join", k.request("joinGame", `{"side":"han"}`)).is(http.StatusOK)
	han.post(m.path+"/setup", k.request("chooseSetup", `{"setup":"EHHE"}`)).is(http.StatusOK)
	cho.post(m.path+"/setup", `{"setup":"HEEH"}`).is(http.StatusOK)
	s.advance(4200 * time.Millisecond)
	body = `{"move":"a4b4","ply":0}`
	k.exchange("playMove", body, cho.post(m.path+"/moves", body).is(http.StatusOK))
	k.exchange("getGame", "", cho.get(m.path).is(http.StatusOK))
	s.advance(7 * time.Second)
	passed := han.post(m.path+"/pass", k.request("passTurn", `{"ply":1}`)).is(http.StatusOK)

	k.exchange("listGames", "", s.get("/v1/games?label=league:spring&after_position="+passed.header.Get("Position"), "")).is(http.StatusOK)
	k.exchange("listLegalMoves", "", s.get(m.path+"/legal-moves?from=b1", "")).is(http.StatusOK)
	k.exchange("listTurns", "", s.get(m.path+"/turns", "")).is(http.StatusOK)
	k.exchange("listEvents", "", s.get(m.path+"/events?from=4&limit=2", "")).is(http.StatusOK)
	body = `{"setups":{"cho":"HEEH","han":"EHHE"},"ruleset":"standard","moves":["a4b4","pass"]}`
	k.exchange("judgePosition", body, s.post("/v1/positions", "", body)).is(http.StatusOK)
	body = `{"setups":{"cho":"HEEH","han":"EHHE"},"moves":["a4b4"],"nodes":2000,"lines":2}`
	k.exchange("analyzePosition", body, cho.post("/v1/positions/analysis", body))
	history := string(s.get(m.path+"/events?limit=1", "").is(http.StatusOK).body)
	s.post("/v1/replays", "", k.request("replayHistory", history)).is(http.StatusOK)
	body = `{"text":"잘 부탁드립니다"}`
	k.exchange("postMessage", body, cho.post(m.path+"/chat", body).is(http.StatusCreated))
	k.exchange("listMessages", "", han.get(m.path+"/chat").is(http.StatusOK))
	body = `{}`
	cho.post(m.path+"/add-time", k.request("addTime", body)).is(http.StatusOK)
	cho.post(m.path+"/takeback", k.request("takeback", `{"action":"offer"}`)).is(http.StatusOK)
	k.request("setLabels", `{"labels":{"league":"spring"}}`)
	k.request("claimWin", `{}`)
	k.request("draw", `{"action":"offer"}`)
	k.request("rematch", `{"action":"offer"}`)
	k.request("giveHint", `{"ply":0}`)
	k.request("adjudicate", `{"result":"draw"}`)
	k.request("abort", `{"ply":1}`)

	body = `{"time_control":{"type":"per_move","per_move_ms":30000}}`
	waiting := cho.post("/v1/quick-play", body).is(http.StatusAccepted)
	path := "/v1/quick-play/" + decoded[seek.Pairing](waiting).ID
	k.exchange("quickPlay", body, shortened(waiting))
	k.exchange("awaitPairing", "", shortened(cho.get(path).is(http.StatusOK)))
	k.exchange("withdrawPairing", "", shortened(s.do(http.MethodDelete, path, cho.token, nil).is(http.StatusOK)))
	han.post("/v1/quick-play", body).is(http.StatusAccepted)
	k.exchange("quickPlay.paired", "", shortened(cho.post("/v1/quick-play", body).is(http.StatusCreated)))

	over := han.post(m.path+"/resign", k.request("resign", `{"ply":2}`)).is(http.StatusOK)
	k.exchange("getProof", "", shortened(s.get(m.path+"/proof", "").is(http.StatusOK)))
	record := s.get(m.path+"/record", "").is(http.StatusOK)
	k.text("getRecord", record, string(record.body))
	records := s.get("/v1/records?format=uci&label=league:spring&after_position="+over.header.Get("Position"), "").is(http.StatusOK)
	k.text("listRecords", records, string(records.body))
	k.exchange("explore", "", s.get("/v1/explorer?fen="+url.QueryEscape(startOfBoth)+"&after_position="+over.header.Get("Position"), "").is(http.StatusOK))
	imported := cho.post("/v1/imports", []byte(importedGib), "Content-Type", "text/x-gib").is(http.StatusOK)
	imported.body, _, _ = bytes.Cut(imported.body, []byte("\n")) // a line as any other
	k.keep("importRecords", example{Status: "200", Media: "application/x-ndjson", Answer: imported.body})
}

// firstOf keeps the first member of a list in an answer, which is long.
func firstOf(t *testing.T, answer []byte, list string) []byte {
	t.Helper()
	var whole map[string][]json.RawMessage
	if err := json.Unmarshal(answer, &whole); err != nil {
		t.Fatal(err)
	}
	whole[list] = whole[list][:1]
	short, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return short
}

// shortened is an answer with the begin of its token, and without its ticket,
// keys, signatures and what tells two seeks apart, which differ each time.
func shortened(r response) response {
	r.body = longText.ReplaceAll(r.body, []byte("$1…"))
	return r
}

var longText = regexp.MustCompile(`("access_token":"[^"]{20}|"(?:ticket|x|kid|signature)":"|"id":"[0-9a-f]{32}\.)[^"]*`)

const (
	startOfBoth = "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
	importedGib = "[초대국자 \"춘향\"]\n[한대국자 \"몽룡\"]\n[초차림 \"마상상마\"]\n[한차림 \"상마마상\"]\n[대국결과 \"한 기권승\"]\n\n1. 71졸72 2. 41병42\n"
)
