package auth_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/auth"
)

func TestNewRefusesWhatCannotWork(t *testing.T) {
	one := func(e auth.External) auth.Config {
		return auth.Config{OwnKeys: [][]byte{ownKey}, External: []auth.External{e}}
	}
	tests := []struct {
		name   string
		config auth.Config
		want   string
	}{
		{"no key", auth.Config{}, "no key"},
		{"a short key", auth.Config{OwnKeys: [][]byte{ownKey, ownKey[:31]}}, "own key 2 has 31 bytes"},
		{"tokens without life", auth.Config{OwnKeys: [][]byte{ownKey}, TokenLifetime: time.Millisecond}, "cannot last"},
		{"an issuer without a name", one(auth.External{Audience: "a", HS256Secret: shared}), "no name"},
		{"no audience", one(auth.External{Issuer: "i", HS256Secret: shared}), "no audience"},
		{"no keys", one(auth.External{Issuer: "i", Audience: "a"}), "only one of them"},
		{"two kinds of keys", one(auth.External{Issuer: "i", Audience: "a", HS256Secret: shared, JWKSFile: "f"}), "only one of them"},
		{"a short secret", one(auth.External{Issuer: "i", Audience: "a", HS256Secret: shared[:31]}), "31 bytes"},
		{"the own name", one(auth.External{Issuer: auth.DefaultIssuer, Audience: "a", HS256Secret: shared}), "the name is taken"},
		{"a name twice", auth.Config{OwnKeys: [][]byte{ownKey}, External: []auth.External{
			{Issuer: "i", Audience: "a", HS256Secret: shared}, {Issuer: "i", Audience: "b", HS256Secret: shared},
		}}, "the name is taken"},
		{"no URL", one(auth.External{Issuer: "i", Audience: "a", JWKSURL: "id.example/jwks"}), "no http or https URL"},
		{"a URL of a file", one(auth.External{Issuer: "i", Audience: "a", JWKSURL: "file:///etc/passwd"}), "no http or https URL"},
		{"no file", one(auth.External{Issuer: "i", Audience: "a", JWKSFile: filepath.Join(t.TempDir(), "none")}), "no such file"},
		{"a file that is no JWKS", one(auth.External{Issuer: "i", Audience: "a", JWKSFile: writeFile(t, []byte("{}"))}), "no JWKS"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.config.Log = quiet()
			_, err := auth.New(test.config)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}
