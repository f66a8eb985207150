package auth_test

import (
	"context"
	"crypto"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/janggid/janggid/api/auth"
)

// BenchmarkVerify compares the first use of a token with the next ones.
func BenchmarkVerify(b *testing.B) {
	c := newClock()
	file := writeFile(b, jwks(b, map[string]crypto.PublicKey{"ed": edKey.Public(), "ec": ecKey.Public(), "rsa": rsaKey.Public()}))
	a := newAuthority(b, auth.Config{External: []auth.External{{Issuer: idIssuer, Audience: "janggi", JWKSFile: file}}}, c)
	own, _ := a.Issue("0192f0c4-6a3e-7c1d-9b1e-0242ac120002", "Cho", "")
	claims := fields{"iss": idIssuer, "aud": "janggi", "sub": "p-1", "name": "Cho", "exp": start.Add(time.Hour).Unix()}
	for _, test := range []struct{ name, token string }{
		{"HS256", own},
		{"EdDSA", sign(b, jwt.SigningMethodEdDSA, edKey, fields{"kid": "ed"}, claims)},
		{"ES256", sign(b, jwt.SigningMethodES256, ecKey, fields{"kid": "ec"}, claims)},
		{"RS256", sign(b, jwt.SigningMethodRS256, rsaKey, fields{"kid": "rsa"}, claims)},
	} {
		b.Run(test.name+"/first", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := auth.VerifyAfresh(a, test.token, start); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(test.name+"/again", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Verify(context.Background(), test.token); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
