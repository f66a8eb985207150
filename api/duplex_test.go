package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/records"
	"github.com/janggid/janggid/api/rest"
)

// sendsAllFirst sends a request whole before it reads anything of the answer, as
// many clients do, and gives the answer.
func sendsAllFirst(t *testing.T, url, head string, body io.Reader) (*http.Response, []byte) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, head); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(conn, body); err != nil {
		t.Fatalf("the connection broke while the client sent: %v", err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("the answer broke off: %v", err)
	}
	return answer, text
}

// TestRefusalsReachClientsThatAreStillSending refuses bodies before their end.
// Closing the connection at once would reset it, and the answer would be lost.
func TestRefusalsReachClientsThatAreStillSending(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	const head = "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\n"
	blanks := func(n int) io.Reader { return bytes.NewReader(bytes.Repeat([]byte(" \n"), n/2)) }
	tests := []struct {
		name, path, token, media string
		size                     int
		want                     rest.Code
	}{
		{"a file that is too large", "/v1/imports", ann.token, "text/plain", records.MaxImport + 5<<20, rest.CodeTooLarge},
		{"a command that is too large", "/v1/games", ann.token, "application/json", 20 << 20, rest.CodeTooLarge},
		{"a replay that is too large", "/v1/replays", "", "application/json", 20 << 20, rest.CodeTooLarge},
		{"a file without a token", "/v1/imports", "none", "text/plain", 20 << 20, rest.CodeUnauthenticated},
		{"a file of another type", "/v1/imports", ann.token, "image/png", 20 << 20, rest.CodeUnsupportedMediaType},
		{"a path that does not exist", "/v1/nothing", ann.token, "text/plain", 20 << 20, rest.CodeNotFound},
	}
	for _, test := range tests {
		begin := fmt.Sprintf(head, test.path, test.token, test.media)
		for form, request := range map[string]struct {
			head string
			body io.Reader
		}{
			"with a length": {fmt.Sprintf("%sContent-Length: %d\r\n\r\n", begin, test.size), blanks(test.size)},
			"in chunks":     {begin + "Transfer-Encoding: chunked\r\n\r\n", io.MultiReader(strings.NewReader(fmt.Sprintf("%x\r\n", test.size)), blanks(test.size), strings.NewReader("\r\n0\r\n\r\n"))},
		} {
			t.Run(test.name+" "+form, func(t *testing.T) {
				answer, text := sendsAllFirst(t, s.url, request.head, request.body)
				var p rest.Problem
				if err := json.Unmarshal(text, &p); err != nil || p.Code != test.want || !answer.Close {
					t.Errorf("%s, close %t: %.200s", answer.Status, answer.Close, text)
				}
			})
		}
	}
}

// TestAnImportGoesOnWhileItsClientOnlySends has more lines to tell than a
// connection holds, and a client that reads none of them before it has sent all.
func TestAnImportGoesOnWhileItsClientOnlySends(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	const games = 40_000
	record := `{"moves":["i4h4"],"external_id":"` + strings.Repeat("x", 180) + `"}` + "\n" // no start
	answer, text := sendsAllFirst(t, s.url, fmt.Sprintf("POST /v1/imports?format=json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
		ann.token, games*len(record)), strings.NewReader(strings.Repeat(record, games)))
	if lines := bytes.Count(text, []byte("\n")); answer.StatusCode != http.StatusOK || lines != games+1 {
		t.Errorf("%s with %d lines of %d bytes", answer.Status, lines, len(text))
	}
}
