package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/records"
)

// rawRequest is an import as it stands on the wire.
func rawRequest(token, query, media, body string) string {
	return fmt.Sprintf("POST /v1/imports%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		query, token, media, len(body), body)
}

// chunkedRequest is an import of which nobody said the length.
func chunkedRequest(token, query, media, body string) string {
	return fmt.Sprintf("POST /v1/imports%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n",
		query, token, media, len(body), body)
}

const smallUCI = "position startpos moves i4h4 a7b7\n"

// TestPipelinedImportsLeaveTheServerUp sends two imports at once down one
// connection, of which the first has more body than its reader wants. The
// process ended of it: net/http panicked in a goroutine of the second.
func TestPipelinedImportsLeaveTheServerUp(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	leftovers := map[string]string{
		"broken JSON":           rawRequest(ann.token, "?format=json", "application/json", "[}"+strings.Repeat(" ", 6000)),
		"broken JSON, chunked":  chunkedRequest(ann.token, "?format=json", "application/json", "[}"+strings.Repeat(" ", 6000)),
		"JSON with a tail":      rawRequest(ann.token, "?format=json", "application/json", `[{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"]}]`+strings.Repeat(" ", 6000)),
		"a long tail":           rawRequest(ann.token, "?format=json", "application/json", "[}"+strings.Repeat(" ", 600_000)),
		"refused, unread":       rawRequest(ann.token, "?format=sgf", "text/plain", strings.Repeat(" ", 600_000)),
		"no record in the file": rawRequest(ann.token, "", "text/plain", strings.Repeat("\n", 6000)),
	}
	for name, first := range leftovers {
		t.Run(name, func(t *testing.T) {
			for range 40 {
				conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				both := first + rawRequest(ann.token, "", "text/x-uci", strings.Repeat(smallUCI, 200))
				go func() { _, _ = io.WriteString(conn, both) }() // a connection may close before all is sent
				answers := bufio.NewReader(conn)
				answer, err := http.ReadResponse(answers, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, answer.Body); err != nil {
					t.Errorf("the first answer broke off: %v", err)
				}
				if !answer.Close {
					second, err := http.ReadResponse(answers, nil)
					if err != nil {
						t.Fatalf("the connection was to stay, but %v", err)
					}
					if _, err := io.Copy(io.Discard, second.Body); err != nil || second.StatusCode != http.StatusOK {
						t.Errorf("the second answer: %s, %v", second.Status, err)
					}
				}
				conn.Close()
			}
		})
	}
	s.get("/healthz", "").is(http.StatusOK)
}

// TestImportsShareAConnection sends imports one after the other, as any client
// does.
func TestImportsShareAConnection(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	rounds := 2500
	if testing.Short() {
		rounds = 250
	}
	files := []struct{ query, body string }{
		{"?format=json", `[{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4","a7b7"]}]` + strings.Repeat("\n", 3000)},
		{"?format=uci", smallUCI},
		{"?format=json", "[}" + strings.Repeat(" ", 5000)},
	}
	for i := range rounds {
		file := files[i%len(files)]
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/imports"+file.query, strings.NewReader(file.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+ann.token)
		r.Header.Set("Content-Type", "text/plain")
		answer, err := client.Do(r)
		if err != nil {
			t.Fatalf("import %d: %v", i, err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		var end records.ImportSummary
		if bad := json.Unmarshal([]byte(lines[len(lines)-1]), &end); bad != nil || err != nil || end.Summary.Read != 1 {
			t.Fatalf("import %d: %v, %v, %s", i, bad, err, text)
		}
	}
}
