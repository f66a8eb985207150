package api

import (
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/rest"
)

// A client pages through every list with the same two names. The integer `next`
// of events is older than that and stays.
func TestListsArePagedAlike(t *testing.T) {
	apiOperations(t, func(method, route string, op *openapi3.Operation) {
		success := op.Responses.Status(http.StatusOK)
		if success == nil || success.Value.Content[rest.MimeJSON] == nil {
			return
		}
		next := success.Value.Content[rest.MimeJSON].Schema.Value.Properties["next"]
		takes := op.Parameters.GetByInAndName(openapi3.ParameterInQuery, "cursor")
		if (next == nil) != (takes == nil) {
			t.Errorf("%s: next is described: %v, cursor: %v", route, next != nil, takes != nil)
		}
		if next == nil {
			return
		}
		want := []string{"string", "null"}
		if op.OperationID == "listEvents" {
			want = []string{"integer", "null"}
		}
		if got := next.Value.Type.Slice(); !slices.Equal(got, want) {
			t.Errorf("%s: next is %v", route, got)
		}
	})
}

func TestCursorsOfEvents(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	var revisions []uint64
	query := "?limit=2"
	for {
		page := decoded[games.Events](s.get(m.path+"/events"+query, "").is(http.StatusOK))
		for _, e := range page.Events {
			revisions = append(revisions, e.Revision)
		}
		if page.Next == nil {
			break
		}
		query = "?limit=2&cursor=" + strconv.FormatUint(*page.Next, 10)
	}
	if !slices.Equal(revisions, []uint64{0, 1, 2, 3, 4}) {
		t.Errorf("got the revisions %v", revisions)
	}
}

func TestCursorsThatNoPageHadAreRefused(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	for _, path := range []string{"/v1/games", m.path + "/events", m.path + "/chat"} {
		for _, cursor := range []string{"abc", "-1", "1.5", "%20", "007"} {
			if p := s.get(path+"?cursor="+cursor, "").problem(rest.CodeBadRequest); p.Field != "cursor" {
				t.Errorf("%s with %q: field %q", path, cursor, p.Field)
			}
		}
	}
	s.get(m.path+"/events?cursor=1&from=1", "").problem(rest.CodeBadRequest)
	s.get(m.path+"/chat?cursor=1&from=1", "").problem(rest.CodeBadRequest)
}
