package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
)

// apiOperations visits every described operation below /v1, with its method and
// its path as Echo has it.
func apiOperations(t *testing.T, visit func(method, route string, op *openapi3.Operation)) {
	t.Helper()
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	braces := strings.NewReplacer("{", ":", "}", "")
	for path, item := range spec.doc.Paths.Map() {
		for method, op := range item.Operations() {
			if strings.HasPrefix(path, "/v1/") {
				visit(method, braces.Replace(path), op)
			}
		}
	}
}

func TestQueryParametersAreTheDescribedOnes(t *testing.T) {
	rows := len(queryParams)
	apiOperations(t, func(method, route string, op *openapi3.Operation) {
		var described []string
		for _, p := range op.Parameters {
			if p.Value.In != openapi3.ParameterInQuery {
				continue
			}
			described = append(described, p.Value.Name)
			if isList := p.Value.Schema.Value.Type.Is("array"); isList != slices.Contains(repeatable, p.Value.Name) {
				t.Errorf("%s %s: %s is described as a list: %v", method, route, p.Value.Name, isList)
			}
		}
		known := slices.Sorted(slices.Values(queryParams[method+" "+route]))
		if slices.Sort(described); !slices.Equal(described, known) {
			t.Errorf("%s %s: described are %v, known %v", method, route, described, known)
		}
		if len(known) > 0 {
			rows--
		}
	})
	if rows != 0 {
		t.Errorf("%d rows are of no described operation", rows)
	}
}

// sendable is a request to each operation that is fine but for its query.
type sendable struct {
	s *testServer
	m match
	w view.Game // waits in a room
}

func (r sendable) send(method, route, query string) response {
	r.s.t.Helper()
	headers := []string{}
	if route == "/v1/imports" {
		headers = append(headers, "Content-Type", "text/x-uci")
	}
	return r.s.do(method, r.path(route)+query, r.m.cho.token, nil, headers...)
}

func (r sendable) head(route, query string) response {
	r.s.t.Helper()
	return r.s.bare(http.MethodHead, r.path(route)+query, r.m.cho.token)
}

func (r sendable) path(route string) string {
	return strings.NewReplacer(":code", *r.w.RoomCode, "players/:id", "players/"+r.m.cho.id, ":id", r.m.id).Replace(route)
}

func newSendable(t *testing.T) sendable {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	return sendable{s: s, m: m, w: m.cho.create("")}
}

// A misspelled filter would list everything; a misspelled ply would show the
// wrong moment.
func TestUnknownQueryParametersAreRefused(t *testing.T) {
	r := newSendable(t)
	apiOperations(t, func(method, route string, op *openapi3.Operation) {
		if slices.Contains(op.Tags, "organisers") {
			return // refused for their token; TestTheOrderOfChecksOfAQuery
		}
		p := r.send(method, route, "?staus=waiting").problem(rest.CodeUnknownField)
		if p.Field != "staus" || p.Status != http.StatusBadRequest {
			t.Errorf("%s %s: field %q, status %d", method, route, p.Field, p.Status)
		}
		if method == http.MethodGet && !strings.Contains(route, "stream") && !strings.Contains(route, "quick-play") {
			r.head(route, "?staus=waiting").is(http.StatusBadRequest)
		}
	})
}

func TestRepeatedAndEmptyQueryParametersAreRefused(t *testing.T) {
	r := newSendable(t)
	apiOperations(t, func(method, route string, _ *openapi3.Operation) {
		for _, name := range queryParams[method+" "+route] {
			if !slices.Contains(repeatable, name) {
				if p := r.send(method, route, "?"+name+"=1&"+name+"=1").problem(rest.CodeBadRequest); p.Field != name {
					t.Errorf("%s %s with %s twice: field %q", method, route, name, p.Field)
				}
			}
			if mayBeEmpty(route, name) {
				continue
			}
			if p := r.send(method, route, "?"+name+"=").problem(rest.CodeBadRequest); p.Field != name {
				t.Errorf("%s %s with an empty %s: field %q", method, route, name, p.Field)
			}
		}
	})
}

func TestTheOrderOfChecksOfAQuery(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	s.get("/v1/games/nothing?x=1", "").problem(rest.CodeNotFound)
	s.get("/v1/nothing?x=1", "").problem(rest.CodeNotFound)
	s.get("/v1/games?x=1", "no.valid.token").problem(rest.CodeUnauthenticated)
	s.post(m.path+"/moves?x=1", "", `{"move":"a4b4"}`).problem(rest.CodeUnauthenticated)
	m.cho.post(m.path+"/labels?x=1", `{"labels":{}}`).problem(rest.CodeForbidden)
	s.do(http.MethodPost, m.path+"/moves?x=1", m.cho.token, "x", "Content-Type", "text/plain").problem(rest.CodeUnsupportedMediaType)
	m.cho.post(m.path+"/moves?x=1", `{"move":"a4a8"}`).problem(rest.CodeUnknownField)
	for _, query := range []string{"?%zz", "?a=1;b=2"} {
		s.bare(http.MethodGet, "/v1/games"+query, m.cho.token).problem(rest.CodeBadRequest)
	}
	long := s.get("/v1/games?"+url.QueryEscape(strings.Repeat("한", 1000))+"=1", "").problem(rest.CodeUnknownField)
	if len(long.Field) > 110 {
		t.Errorf("the field has %d bytes", len(long.Field))
	}
}
