package benchmark

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAnswersAreReadWhole(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		answer := fmt.Sprintf("%s %s %s %s", r.Method, r.URL.Path, r.Header.Get("Authorization"), body)
		if r.URL.Path == "/empty" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		name := "Content-Length"
		if r.URL.Path == "/lower" {
			name = "content-length"
		}
		w.Header()[name] = []string{fmt.Sprint(len(answer))}
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, answer)
	}))
	defer server.Close()
	c, err := connect(strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	long := strings.Repeat("long ", 20_000)
	for _, tt := range []struct {
		request []byte
		status  int
		body    string
	}{
		{post(nil, "/a", "t", []byte("b")), http.StatusAccepted, "POST /a Bearer t b"},
		{get(nil, "/a", ""), http.StatusAccepted, "GET /a  "},
		{get(nil, "/empty", ""), http.StatusNoContent, ""},
		{post(nil, "/a", "", []byte(long)), http.StatusAccepted, "POST /a  " + long},
		{get(nil, "/lower", ""), http.StatusAccepted, "GET /lower  "},
		{get(nil, "/b", ""), http.StatusAccepted, "GET /b  "},
	} {
		status, body, err := c.exchange(tt.request)
		if err != nil || status != tt.status || string(body) != tt.body {
			t.Errorf("%d, %.40q, %v; want %d, %.40q", status, body, err, tt.status, tt.body)
		}
	}
}
