package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
)

func TestADelayedSpectatorWaitsForWhatIsShown(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match(`{"spectator_delay_ms":100}`)
	m.setUp("HEEH", "EHHE")
	s.get(m.path+"?min_revision=4", "").is(200).has(`"revision":4`)
	m.play("a4b4")
	s.get(m.path+"/board.svg?min_revision=5", "").is(200)
	m.play("a7b7")
	if g := s.get(m.path+"?min_revision=6", s.guest("Stranger").token).game(); g.Revision != 6 || g.Ply != 2 {
		t.Errorf("what was waited for is revision %d", g.Revision)
	}
}

func TestAWaitForWhatIsNotShownEnds(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := delayedMatch(s)
	s.api.access.Wait = 0 // over before the wait has begun
	s.get(m.path+"?min_revision=8", "").problem(rest.CodeNotYetVisible)
	s.api.access.Wait = time.Millisecond
	s.get(m.path+"?min_revision=8", "").problem(rest.CodeNotYetVisible)
	s.get(m.path+"?min_revision=9", m.cho.token).problem(rest.CodeNotYetVisible)
	s.advance(time.Minute)
	s.api.access.Wait = patience
	s.get(m.path+"?min_revision=8", "").is(200).has(`"revision":8`)
}

// levels counts what a server logs, by level.
type levels struct {
	slog.Handler
	mu   sync.Mutex
	seen map[slog.Level]int
}

func (l *levels) Enabled(context.Context, slog.Level) bool { return true }

func (l *levels) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[r.Level]++
	return nil
}

// count is how often the server has logged at a level since the last call.
func (l *levels) count(level slog.Level) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.seen[level]
	l.seen[level] = 0
	return n
}

// Asking for what has not happened raises no alert.
func TestAWaitBeyondTheStoreIsTheClientsFault(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	m.play("a4b4")
	s.settle()
	s.api.access.Wait = 10 * time.Millisecond
	log := &levels{Handler: slog.DiscardHandler, seen: map[slog.Level]int{}}
	s.api.log = slog.New(log)
	for _, path := range []string{
		m.path + "?min_revision=99999", m.path + "/board.svg?min_revision=6", m.path + "/chat?after_position=99999",
		"/v1/games?after_position=99999", "/v1/records?after_position=99999", "/v1/explorer?after_position=99999",
	} {
		r := s.get(path, "").is(http.StatusConflict)
		p := r.problem(rest.CodeNotYetVisible)
		if strings.Contains(path, "revision") && (p.Game == nil || p.Game.Revision != 5) {
			t.Errorf("%s: the game is not there as it stands: %s", path, r.body)
		}
		if log.count(slog.LevelDebug) != 1 || log.count(slog.LevelWarn)+log.count(slog.LevelError) > 0 {
			t.Errorf("%s is not logged once, at debug", path)
		}
	}
}

func TestAWaitForAFollowerThatIsBehindIsTheServersFault(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, idle: true})
	s.api.access.Wait = 10 * time.Millisecond
	log := &levels{Handler: slog.DiscardHandler, seen: map[slog.Level]int{}}
	s.api.log = slog.New(log)
	position := s.post("/v1/guests", "", `{"name":"Ann"}`).is(http.StatusCreated).header.Get("Position")
	s.get("/v1/games?after_position="+position, "").is(http.StatusServiceUnavailable).problem(rest.CodeNotYetVisible)
	if log.count(slog.LevelWarn) != 1 {
		t.Error("it is not logged as a warning")
	}
}
