package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/bare"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/projections"
)

// benchNode is a server that is asked without a network, and one player.
type benchNode struct {
	b       *testing.B
	handler http.Handler
	bare    http.Handler
	answer  answerSize
	token   string
}

// answerSize takes an answer and keeps no more than how it was.
type answerSize struct {
	header http.Header
	status int
	bytes  int
}

func (a *answerSize) Header() http.Header    { return a.header }
func (a *answerSize) WriteHeader(status int) { a.status = status }
func (a *answerSize) Write(b []byte) (int, error) {
	a.bytes += len(b)
	return len(b), nil
}

func newBenchNode(b *testing.B) *benchNode {
	store := memory.New()
	authority, err := auth.New(auth.Config{OwnKeys: [][]byte{testKey}})
	if err != nil {
		b.Fatal(err)
	}
	j := journal.New(store, journal.Options{Key: testKey})
	model, err := projections.Open(b.Context(), projections.Memory, j, store, projections.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { model.Close() })
	events := subscription.New(j, store, slog.New(slog.DiscardHandler))
	server := New(Config{Journal: j, Model: model, Events: events, Auth: authority, Limits: limit.Off(), CORSOrigins: []string{"*"}})
	n := &benchNode{b: b, handler: server.Handler(), bare: bare.Handler(authority, make([]byte, 1600))}
	n.token, _ = authority.Issue("0190a000-0000-7000-8000-00000000000a", "Player", "")
	return n
}

func (n *benchNode) do(handler http.Handler, method, path, body string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+n.token)
	r.Header.Set("Content-Type", rest.MimeJSON)
	n.answer = answerSize{header: http.Header{}}
	handler.ServeHTTP(&n.answer, r)
	if n.answer.status >= 300 {
		n.b.Fatalf("%s %s %s: status %d", method, path, body, n.answer.status)
	}
}

// newGame is the path of a game that the player plays alone and that no rule
// ends early.
func (n *benchNode) newGame() string {
	n.do(n.handler, http.MethodPost, "/v1/games", `{"ruleset":"record","opponent":{"type":"self"},"time_control":{"type":"unlimited"}}`)
	path := n.answer.header.Get("Location")
	for range 2 {
		n.do(n.handler, http.MethodPost, path+"/setup", `{"setup":"HEHE"}`)
	}
	return path
}

// BenchmarkMove is a move without network and disk: what the API, the journal
// and the rules take. Chariots step to and fro.
func BenchmarkMove(b *testing.B) {
	n := newBenchNode(b)
	moves := []string{"a1a2", "a10a9", "a2a1", "a9a10"}
	var path string
	b.ReportAllocs()
	for i := range b.N {
		ply := i % 100
		if ply == 0 {
			b.StopTimer()
			path = n.newGame()
			b.StartTimer()
		}
		n.do(n.handler, http.MethodPost, path+"/moves", fmt.Sprintf(`{"move":%q,"ply":%d}`, moves[ply%4], ply))
	}
}

// BenchmarkGetGame reads a game that is in the cache.
func BenchmarkGetGame(b *testing.B) {
	n := newBenchNode(b)
	path := n.newGame()
	b.ReportAllocs()
	for b.Loop() {
		n.do(n.handler, http.MethodGet, path, "")
	}
}

// BenchmarkBare is what the request itself takes, and what both others are to be
// compared with.
func BenchmarkBare(b *testing.B) {
	n := newBenchNode(b)
	b.ReportAllocs()
	for b.Loop() {
		n.do(n.bare, http.MethodPost, "/v1/games/x/moves", `{"move":"a4b4","ply":42}`)
	}
}
