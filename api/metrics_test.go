package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/watch"
)

func TestInventedMethodsAreCountedAsOne(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, method := range []string{"BREW", "WHEN"} {
		s.do(method, "/v1/games", "", nil).is(http.StatusMethodNotAllowed)
	}
	s.get("/metrics", "").is(http.StatusOK).has(`janggid_http_request_duration_seconds_count{method="other",route="/v1/games",status="405"} 2`)
}

func TestOpenStreamsAreCounted(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	s.stream(m.path+"/stream", "").must(watch.FrameState)
	s.get("/metrics", "").is(http.StatusOK).has("janggid_streams_open 1", "janggid_streams_cut_total 0")
}
