package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/seek"
)

// waitFor waits until so many clients wait for a wish on the server.
func (s *testServer) waitFor(clients int, wish string) {
	s.t.Helper()
	eventually(s.t, fmt.Sprint(clients, " clients to wait"), func() bool { return s.api.live.Count(live.SeekTopic(wish)) == clients })
}

// poll asks for a wish with wait_ms, and hangs up when told to.
func (g guest) poll(wish string) (hangUp context.CancelFunc) {
	g.s.t.Helper()
	ctx, cancel := context.WithCancel(g.s.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.s.url+"/v1/quick-play/"+wish+"?wait_ms=20000", nil)
	if err != nil {
		g.s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+g.token)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req); err == nil {
			res.Body.Close()
		}
	}()
	g.s.t.Cleanup(func() { cancel(); <-ended })
	return cancel
}

// opensWindow waits for a wish by a stream.
func (g guest) opensWindow(wish string) *watching {
	g.s.t.Helper()
	w := g.s.stream("/v1/quick-play/"+wish, g.token, "Accept", rest.MimeSSE)
	w.must("waiting")
	return w
}

func (g guest) wish(id string) string {
	g.s.t.Helper()
	return decoded[seek.Pairing](g.get("/v1/quick-play/" + id).is(200)).Status
}

// sees waits until a wish has come to a status.
func (g guest) sees(wish, status string) {
	g.s.t.Helper()
	eventually(g.s.t, "the wish to be "+status, func() bool { return g.wish(wish) == status })
}

func (g guest) seeks() string {
	g.s.t.Helper()
	return decoded[seek.Pairing](g.post("/v1/quick-play", "{}").is(202)).ID
}

func TestHangingUpAPollWithdraws(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	ann := s.guest("Ann")
	wish := ann.seeks()
	hangUp := ann.poll(wish)
	s.waitFor(1, wish)
	hangUp()
	ann.sees(wish, "withdrawn")
	s.guest("Ben").seeks()
}

func TestOnlyTheLastOfTwoWindowsWithdraws(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	ann := s.guest("Ann")
	wish := ann.seeks()
	first := ann.opensWindow(wish)
	second := ann.opensWindow(wish)
	hangUp := ann.poll(wish)
	s.waitFor(3, wish)
	first.leave()
	s.waitFor(2, wish)
	hangUp()
	s.waitFor(1, wish)
	if status := ann.wish(wish); status != "waiting" {
		t.Errorf("the wish is %s while a window is open", status)
	}
	second.leave()
	ann.sees(wish, "withdrawn")
}

// A window on another node takes the wish up again.
func TestOnlyTheLastWindowOfAllNodesWithdraws(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	other := newTestServer(t, serverOptions{store: s.store, clock: s.clock})
	ann := s.guest("Ann")
	wish := ann.seeks()
	first := ann.opensWindow(wish)
	second := ann.on(other).opensWindow(wish)
	first.leave()
	if got := s.eventTypes("pairing-"+wish[:32], 3); !slices.Equal(got, []string{"PairingSought", "PairingWithdrawn", "PairingSought"}) {
		t.Errorf("the line has %v", got)
	}
	s.guest("Ben").post("/v1/quick-play", "{}").is(201)
	second.must("paired")
}

func TestWithdrawingEndsEveryWindow(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	ann := s.guest("Ann")
	wish := ann.seeks()
	w := ann.opensWindow(wish)
	s.waitFor(1, wish)
	s.do("DELETE", "/v1/quick-play/"+wish, ann.token, nil).is(200)
	w.must("withdrawn")
	w.over()
}

func TestWhoWaitsHearsHeartbeats(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	ann := s.guest("Ann")
	wish := ann.seeks()
	w := ann.opensWindow(wish)
	s.waitFor(1, wish)
	for slot := range int(live.HeartbeatEvery.Seconds()) {
		s.api.live.Beat(slot)
	}
	w.must(live.Heartbeat)
}
