package auth_test

import (
	"context"
	"crypto"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/janggid/janggid/api/auth"
)

func TestAnIssuedTokenSpeaksForItsPlayer(t *testing.T) {
	c := newClock()
	a := newAuthority(t, auth.Config{}, c)
	token, expiresIn := a.Issue("p-1", "김초나라 😀", "organise read")
	if expiresIn != 30*24*3600 {
		t.Errorf("it lasts %d s", expiresIn)
	}
	got := wantPlayer(t, a, token, "p-1")
	if got.Name != "김초나라 😀" || !got.Own || !got.ExpiresAt.Equal(start.Add(30*24*time.Hour)) {
		t.Errorf("got %+v", got)
	}
	if !got.HasScope("organise") || !got.HasScope("read") || got.HasScope("org") || got.HasScope("") {
		t.Errorf("the scope %q", got.Scope)
	}
}

func TestTokensEndToTheSecond(t *testing.T) {
	c := newClock()
	a := newAuthority(t, auth.Config{TokenLifetime: time.Minute}, c)
	token, _ := a.Issue("p-1", "", "")
	untried, _ := a.Issue("p-2", "", "")
	wantPlayer(t, a, token, "p-1")
	c.add(time.Minute - time.Nanosecond)
	wantPlayer(t, a, token, "p-1")
	c.add(time.Nanosecond)
	wantReason(t, a, token, auth.Expired)
	wantReason(t, a, untried, auth.Expired)
}

func TestATokenThatIsRememberedStillEnds(t *testing.T) {
	c := newClock()
	a := newAuthority(t, auth.Config{TokenLifetime: 5 * time.Second}, c)
	token, _ := a.Issue("p-1", "", "")
	for range 10 {
		wantPlayer(t, a, token, "p-1")
	}
	c.add(5 * time.Second)
	wantReason(t, a, token, auth.Expired)
}

func TestKeysRotate(t *testing.T) {
	c := newClock()
	before := newAuthority(t, auth.Config{OwnKeys: [][]byte{ownKey}}, c)
	both := newAuthority(t, auth.Config{OwnKeys: [][]byte{nextKey, ownKey}}, c)
	after := newAuthority(t, auth.Config{OwnKeys: [][]byte{nextKey}}, c)

	old, _ := before.Issue("p-1", "", "")
	fresh, _ := both.Issue("p-1", "", "")
	wantPlayer(t, both, old, "p-1")
	wantPlayer(t, both, fresh, "p-1")
	wantPlayer(t, after, fresh, "p-1")
	wantReason(t, after, old, auth.UnknownKey)
	wantReason(t, before, fresh, auth.UnknownKey)

	claims := fields{"iss": "janggid", "aud": "janggid", "sub": "p-1", "exp": start.Add(time.Hour).Unix()}
	unnamed := sign(t, jwt.SigningMethodHS256, ownKey, nil, claims)
	wantPlayer(t, both, unnamed, "p-1")
	wantReason(t, after, unnamed, auth.BadSignature)
}

func TestExternalIssuers(t *testing.T) {
	c := newClock()
	file := writeFile(t, jwks(t, map[string]crypto.PublicKey{"ed": edKey.Public(), "ec": ecKey.Public(), "rsa": rsaKey.Public()}))
	a := newAuthority(t, auth.Config{External: []auth.External{
		{Issuer: "https://league.example/", Audience: "janggi", HS256Secret: shared},
		{Issuer: "https://id.example", Audience: "games", JWKSFile: file},
	}}, c)
	claims := fields{
		"iss": "https://id.example", "aud": []string{"mail", "games"}, "sub": "google-oauth2|10769150350006150715113082367",
		"name": "Han", "scope": "organise", "exp": start.Add(time.Hour).Unix(), "nbf": start.Unix(), "iat": start.Unix(),
	}
	secret := claims.with(fields{"iss": "https://league.example/", "aud": "janggi"})
	tests := []struct{ name, token string }{
		{"HS256", sign(t, jwt.SigningMethodHS256, shared, nil, secret)},
		{"HS256 with any kid", sign(t, jwt.SigningMethodHS256, shared, fields{"kid": "2026"}, secret)},
		{"EdDSA", sign(t, jwt.SigningMethodEdDSA, edKey, fields{"kid": "ed"}, claims)},
		{"ES256", sign(t, jwt.SigningMethodES256, ecKey, fields{"kid": "ec"}, claims)},
		{"RS256", sign(t, jwt.SigningMethodRS256, rsaKey, fields{"kid": "rsa"}, claims)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := wantPlayer(t, a, test.token, "google-oauth2|10769150350006150715113082367")
			if got.Own || got.Name != "Han" || !got.HasScope("organise") || !got.ExpiresAt.Equal(start.Add(time.Hour)) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestManyAtOnce(t *testing.T) {
	c := newClock()
	a := newAuthority(t, auth.Config{}, c)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 50 {
				player := fmt.Sprintf("p-%d", i)
				token, _ := a.Issue(player, "", "")
				if got, err := a.Verify(context.Background(), token); err != nil || got.Player != player {
					t.Errorf("worker %d: %+v, %v", worker, got, err)
				}
				c.add(time.Millisecond)
			}
		})
	}
	all.Wait()
}
