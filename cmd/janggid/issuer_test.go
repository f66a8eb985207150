package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAnIssuerThatIsAwayIsCalledThat asks with a token of an issuer whose keys
// cannot be fetched.
func TestAnIssuerThatIsAwayIsCalledThat(t *testing.T) {
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	var said transcript
	o := serveOptions{addr: "127.0.0.1:0", data: t.TempDir(), limits: "off", logFormat: "json", logLevel: "warn"}
	o.tokens = tokenOptions{issuer: "janggid", externalIssuer: "league", audience: "janggi", jwks: away.URL}
	base, stop := startWith(t, o, &said)

	encoded := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	token := encoded(`{"alg":"EdDSA","kid":"k"}`) + "." + encoded(`{"iss":"league","aud":"janggi","sub":"p","exp":4102444800}`) + "." + encoded(strings.Repeat("s", 64))
	var p struct{ Code, Title, Detail string }
	getJSON(t, base+"/v1/me", token, http.StatusServiceUnavailable, &p)
	if p.Code != "unavailable" || strings.Contains(p.Title+p.Detail, "store") || !strings.Contains(p.Detail, "issuer") {
		t.Errorf("the problem is %+v", p)
	}
	stop()

	lines := strings.Split(strings.TrimSpace(said.text()), "\n")
	named := false
	for _, line := range lines {
		var entry struct{ Msg, Source string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("not JSON, as --log-format asks: %s", line)
		}
		named = named || entry.Source == away.URL
	}
	if !named {
		t.Errorf("no line names the address: %s", said.text())
	}
}
