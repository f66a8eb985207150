package api

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
)

// response is an answer, read to its end.
type response struct {
	t       *testing.T
	request string // method and path
	status  int
	header  http.Header
	body    []byte
}

// do sends a request. The token may be "". A body that is a string or a slice
// of bytes is sent as it is, any other as JSON, nil as none. Headers come in
// pairs of name and value.
func (s *testServer) do(method, path, token string, body any, headers ...string) response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, encodeBody(s.t, body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", rest.MimeJSON)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return response{t: s.t, request: method + " " + path, status: res.StatusCode, header: res.Header, body: data}
}

func encodeBody(t *testing.T, body any) io.Reader {
	t.Helper()
	switch body := body.(type) {
	case nil:
		return nil
	case string:
		return strings.NewReader(body)
	case []byte:
		return bytes.NewReader(body)
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(data)
}

// get is do without a body.
func (s *testServer) get(path, token string, headers ...string) response {
	s.t.Helper()
	return s.do(http.MethodGet, path, token, nil, headers...)
}

// post is do with a body.
func (s *testServer) post(path, token string, body any, headers ...string) response {
	s.t.Helper()
	return s.do(http.MethodPost, path, token, body, headers...)
}

// is ends the test unless the answer has a status.
func (r response) is(status int) response {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: status %d, want %d\n%s", r.request, r.status, status, r.body)
	}
	return r
}

// has fails the test where a fragment of text is not in the body.
func (r response) has(fragments ...string) response {
	r.t.Helper()
	for _, fragment := range fragments {
		if !bytes.Contains(r.body, []byte(fragment)) {
			r.t.Errorf("%s: there is no %s in\n%s", r.request, fragment, r.body)
		}
	}
	return r
}

// into reads the body as JSON.
func (r response) into(v any) {
	r.t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		r.t.Fatalf("%s: %v\n%s", r.request, err, r.body)
	}
}

// game is the game in the body of a 200 or 201.
func (r response) game() view.Game {
	r.t.Helper()
	if r.status != http.StatusCreated {
		r.is(http.StatusOK)
	}
	return decoded[view.Game](r)
}

// gameProblem is a problem with what it says of a game.
type gameProblem struct {
	rest.Problem
	Game    *view.Game    `json:"game"`
	Outcome *view.Outcome `json:"outcome"`
}

// problem ends the test unless the answer is the problem of a code.
func (r response) problem(code rest.Code) gameProblem {
	r.t.Helper()
	p := decoded[gameProblem](r)
	if p.Code != code || p.Status != r.status || r.header.Get("Content-Type") != "application/problem+json" {
		r.t.Fatalf("%s: status %d, want the problem %s\n%s", r.request, r.status, code, r.body)
	}
	return p
}

// decoded is the body as a T.
func decoded[T any](r response) (v T) {
	r.t.Helper()
	r.into(&v)
	return v
}
