package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeMakesItsDataFolder starts as containers do: with a key of their own
// and an empty volume.
func TestServeMakesItsDataFolder(t *testing.T) {
	for name, set := range map[string]func(*serveOptions){
		"without keys":       func(*serveOptions) {},
		"with a token key":   func(o *serveOptions) { o.tokens.key = strings.Repeat("ab", 32) },
		"with a signing key": func(o *serveOptions) { o.signing.key = strings.Repeat("cd", 32) },
		"with both keys": func(o *serveOptions) {
			o.tokens.key, o.signing.key = strings.Repeat("ab", 32), strings.Repeat("cd", 32)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := serveOptions{addr: "127.0.0.1:0", data: filepath.Join(t.TempDir(), "new", "data"), limits: "off", logFormat: "text", logLevel: "error"}
			o.tokens.issuer = "janggid"
			set(&o)
			base, _ := start(t, o)
			getJSON(t, base+"/healthz", "", http.StatusOK, new(struct{}))
		})
	}
}
