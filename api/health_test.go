package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestHealthReadinessAndMetrics(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.get("/healthz", "").is(http.StatusOK).has(`{"status":"ok"}`)
	s.guest("Somebody")
	s.settle()
	eventually(t, "the node to be ready", func() bool { return s.api.Ready(t.Context()) })
	s.get("/readyz", "").is(http.StatusOK).has(`{"status":"ready","lists":"current","behind_ms":0}`)
	s.get("/metrics", "").is(http.StatusOK).has(`janggid_http_request_duration_seconds_count{method="POST",route="/v1/guests",status="201"} 1`)
}

func TestANodeThatHasNotCaughtUpIsNotReady(t *testing.T) {
	s := newTestServer(t, serverOptions{idle: true})
	s.get("/healthz", "").is(http.StatusOK)
	p := s.get("/readyz", "").is(http.StatusServiceUnavailable).problem(rest.CodeUnavailable)
	if p.State != waitingForStore {
		t.Errorf("the state is %q", p.State)
	}
}

func TestUnknownPathsAndMethods(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.get("/v2/games", "").is(http.StatusNotFound).problem(rest.CodeNotFound)
	s.do(http.MethodDelete, "/v1/games", "", nil).is(http.StatusMethodNotAllowed).problem(rest.CodeMethodNotAllowed)
}
