package auth_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"

	"github.com/janggid/janggid/api/auth"
)

var (
	ownKey   = []byte("the first own key, of 32 bytes..")
	nextKey  = []byte("the second own key, of 32 bytes.")
	shared   = []byte("the integrator's secret, 32 byte")
	start    = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	edKey    = must(newEd25519())
	ecKey    = must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	rsaKey   = must(rsa.GenerateKey(rand.Reader, 2048))
	otherRSA = must(rsa.GenerateKey(rand.Reader, 2048))
	smallRSA = must(rsa.GenerateKey(rand.Reader, 1024))
	p384Key  = must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader))
)

func newEd25519() (ed25519.PrivateKey, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	return private, err
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// clock is a time that only the test moves.
type clock struct{ nanos atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.nanos.Store(start.UnixNano())
	return c
}

func (c *clock) now() time.Time      { return time.Unix(0, c.nanos.Load()) }
func (c *clock) add(d time.Duration) { c.nanos.Add(int64(d)) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// newAuthority fills in a key, the clock and silence where config has none.
func newAuthority(t testing.TB, config auth.Config, c *clock) *auth.Authority {
	t.Helper()
	if config.OwnKeys == nil {
		config.OwnKeys = [][]byte{ownKey}
	}
	if config.Log == nil {
		config.Log = quiet()
	}
	config.Now = c.now
	a, err := auth.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fields are a token's header or claims.
type fields map[string]any

// with is a copy with some fields set, or removed where they are nil.
func (f fields) with(changes fields) fields {
	out := maps.Clone(f)
	for name, value := range changes {
		if value == nil {
			delete(out, name)
		} else {
			out[name] = value
		}
	}
	return out
}

// sign makes a token of any header and claims, however wrong.
func sign(t testing.TB, method jwt.SigningMethod, key any, header, claims fields) string {
	t.Helper()
	token := jwt.NewWithClaims(method, jwt.MapClaims(claims))
	maps.Copy(token.Header, header)
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// jwks writes a set of keys by their ids, private ones included.
func jwks(t testing.TB, keys map[string]crypto.PublicKey) []byte {
	t.Helper()
	set := jwkset.JWKSMarshal{}
	for kid, key := range keys {
		jwk, err := jwkset.NewJWKFromKey(key, jwkset.JWKOptions{
			Marshal:  jwkset.JWKMarshalOptions{Private: true},
			Metadata: jwkset.JWKMetadataOptions{KID: kid},
		})
		if err != nil {
			t.Fatal(err)
		}
		set.Keys = append(set.Keys, jwk.Marshal())
	}
	return must(json.Marshal(set))
}

// wantReason checks that a token is refused, and why.
func wantReason(t testing.TB, a *auth.Authority, token string, want auth.Reason) {
	t.Helper()
	identity, err := a.Verify(context.Background(), token)
	var invalid *auth.InvalidTokenError
	if !errors.As(err, &invalid) || invalid.Reason != want {
		t.Errorf("got %+v, %v; want the refusal %q", identity, err, want)
	}
}

// wantPlayer checks that a token is accepted, and for whom.
func wantPlayer(t testing.TB, a *auth.Authority, token, want string) auth.Identity {
	t.Helper()
	identity, err := a.Verify(context.Background(), token)
	if err != nil || identity.Player != want {
		t.Errorf("got %+v, %v; want player %q", identity, err, want)
	}
	return identity
}
