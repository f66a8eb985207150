package auth_test

import (
	"crypto"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/janggid/janggid/api/auth"
)

const (
	leagueIssuer = "https://league.example" // has a secret
	idIssuer     = "https://id.example"     // has a JWKS
)

// raw signs parts that no library would write, with HS256.
func raw(key []byte, header, claims string) string {
	text := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString([]byte(claims))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// withSpareBit changes the bits of the last character that carry nothing: 32
// bytes are 42 characters and two thirds. A lenient reader sees the same token.
func withSpareBit(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := len(token) - 1
	return token[:last] + string(alphabet[strings.IndexByte(alphabet, token[last])^1])
}

func TestTokensThatMustBeRefused(t *testing.T) {
	c := newClock()
	set := jwks(t, map[string]crypto.PublicKey{
		"ed": edKey.Public(), "ec": ecKey.Public(), "rsa": rsaKey.Public(),
		"oct": []byte(shared), "small": smallRSA.Public(), "p384": p384Key.Public(),
	})
	a := newAuthority(t, auth.Config{External: []auth.External{
		{Issuer: leagueIssuer, Audience: "janggi", HS256Secret: shared},
		{Issuer: idIssuer, Audience: "janggi", JWKSFile: writeFile(t, set)},
	}}, c)

	own := fields{"iss": "janggid", "aud": "janggid", "sub": "p-1", "exp": start.Add(time.Hour).Unix()}
	league := own.with(fields{"iss": leagueIssuer, "aud": "janggi"})
	id := league.with(fields{"iss": idIssuer})
	hs := jwt.SigningMethodHS256
	bySecret := func(claims fields) string { return sign(t, hs, ownKey, nil, claims) }
	byRSA := func(header fields) string { return sign(t, jwt.SigningMethodRS256, rsaKey, header, id) }

	good := bySecret(own)
	wantPlayer(t, a, good, "p-1")
	wantPlayer(t, a, byRSA(fields{"kid": "rsa"}), "p-1")
	parts := strings.Split(good, ".")

	publicDER := must(x509.MarshalPKIXPublicKey(rsaKey.Public()))
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: publicDER})

	const header = `{"alg":"HS256"}`
	const goodClaims = `{"iss":"janggid","aud":"janggid","sub":"p-1","exp":4102444800`

	tests := []struct {
		name, token string
		want        auth.Reason
	}{
		// Algorithms.
		{"none", sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, own), auth.AlgorithmRefused},
		{"none with the signature left out", strings.TrimSuffix(sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, id), "."), auth.Malformed},
		{"None", raw(ownKey, `{"alg":"None"}`, goodClaims+`}`), auth.AlgorithmRefused},
		{"no algorithm", raw(ownKey, `{"typ":"JWT"}`, goodClaims+`}`), auth.AlgorithmRefused},
		{"an algorithm that is no string", raw(ownKey, `{"alg":["HS256"]}`, goodClaims+`}`), auth.AlgorithmRefused},
		{"an algorithm in another case", raw(ownKey, `{"alg":"hs256"}`, goodClaims+`}`), auth.AlgorithmRefused},
		{"HS512 with the own key", sign(t, jwt.SigningMethodHS512, ownKey, nil, own), auth.AlgorithmRefused},
		{"PS256 with the issuer's key", sign(t, jwt.SigningMethodPS256, rsaKey, fields{"kid": "rsa"}, id), auth.AlgorithmRefused},
		{"RS512 with the issuer's key", sign(t, jwt.SigningMethodRS512, rsaKey, fields{"kid": "rsa"}, id), auth.AlgorithmRefused},
		{"HS256 with an RSA key's public PEM", sign(t, hs, publicPEM, fields{"kid": "rsa"}, id), auth.AlgorithmRefused},
		{"HS256 with an RSA key's public DER", sign(t, hs, publicDER, fields{"kid": "rsa"}, id), auth.AlgorithmRefused},
		{"HS256 with an Ed25519 public key", sign(t, hs, []byte(edKey.Public().(ed25519.PublicKey)), fields{"kid": "ed"}, id), auth.AlgorithmRefused},
		{"HS256 with a secret in the JWKS", sign(t, hs, shared, fields{"kid": "oct"}, id), auth.AlgorithmRefused},
		{"RS256 for the own issuer", sign(t, jwt.SigningMethodRS256, rsaKey, fields{"kid": "rsa"}, own), auth.AlgorithmRefused},
		{"EdDSA for an issuer with a secret", sign(t, jwt.SigningMethodEdDSA, edKey, fields{"kid": "ed"}, league), auth.AlgorithmRefused},
		{"ES256 with the kid of another kind of key", sign(t, jwt.SigningMethodES256, ecKey, fields{"kid": "rsa"}, id), auth.UnknownKey},
		{"an RSA key of 1024 bits", sign(t, jwt.SigningMethodRS256, smallRSA, fields{"kid": "small"}, id), auth.UnknownKey},

		// Keys and signatures.
		{"another key", sign(t, hs, nextKey, nil, own), auth.BadSignature},
		{"another issuer's secret", sign(t, hs, shared, nil, own), auth.BadSignature},
		{"the own key for another issuer", sign(t, hs, ownKey, nil, league), auth.BadSignature},
		{"another RSA key", sign(t, jwt.SigningMethodRS256, otherRSA, fields{"kid": "rsa"}, id), auth.BadSignature},
		{"no kid where there is a JWKS", byRSA(nil), auth.UnknownKey},
		{"unknown kid", byRSA(fields{"kid": "other"}), auth.UnknownKey},
		{"unknown kid of an own key", sign(t, hs, ownKey, fields{"kid": "other"}, own), auth.UnknownKey},
		{"empty kid", byRSA(fields{"kid": ""}), auth.Malformed},
		{"kid as a number", byRSA(fields{"kid": 7}), auth.Malformed},
		{"kid as a path", byRSA(fields{"kid": "../../../../dev/null"}), auth.UnknownKey},
		{"kid as SQL", byRSA(fields{"kid": "x' UNION SELECT 'key"}), auth.UnknownKey},
		{"a key in the header", byRSA(fields{"kid": "mine", "jwk": fields{"kty": "oct", "k": "AA"}}), auth.UnknownKey},
		{"a key set's address in the header", byRSA(fields{"kid": "mine", "jku": "http://127.0.0.1:1/"}), auth.UnknownKey},
		{"an extension that must be known", sign(t, hs, ownKey, fields{"crit": []string{"b64"}, "b64": false}, own), auth.Malformed},
		{"cut in the middle of a byte", good[:len(good)-2], auth.Malformed},
		{"cut between bytes", good[:len(good)-3], auth.BadSignature},
		{"no signature", parts[0] + "." + parts[1] + ".", auth.BadSignature},
		{"claims of another token", parts[0] + "." + strings.Split(bySecret(own.with(fields{"sub": "p-2"})), ".")[1] + "." + parts[2], auth.BadSignature},
		{"signature with spare bits", withSpareBit(good), auth.Malformed},

		// Issuers and audiences.
		{"no issuer", bySecret(own.with(fields{"iss": nil})), auth.UnknownIssuer},
		{"unknown issuer", bySecret(own.with(fields{"iss": "https://evil.example"})), auth.UnknownIssuer},
		{"issuer with a slash too much", sign(t, hs, shared, nil, league.with(fields{"iss": leagueIssuer + "/"})), auth.UnknownIssuer},
		{"issuer as a list", bySecret(own.with(fields{"iss": []string{"janggid"}})), auth.Malformed},
		{"an external issuer with the own name", sign(t, hs, shared, nil, league.with(fields{"iss": "janggid"})), auth.BadSignature},
		{"no audience", bySecret(own.with(fields{"aud": nil})), auth.WrongAudience},
		{"empty audience", bySecret(own.with(fields{"aud": []string{}})), auth.WrongAudience},
		{"another audience", sign(t, hs, shared, nil, league.with(fields{"aud": "mail"})), auth.WrongAudience},
		{"the own audience from outside", sign(t, hs, shared, nil, league.with(fields{"aud": "janggid"})), auth.WrongAudience},
		{"audience as a number", bySecret(own.with(fields{"aud": 7})), auth.Malformed},

		// Times.
		{"expired now", bySecret(own.with(fields{"exp": start.Unix()})), auth.Expired},
		{"expired a second ago", bySecret(own.with(fields{"exp": start.Unix() - 1})), auth.Expired},
		{"no expiry", bySecret(own.with(fields{"exp": nil})), auth.MissingExpiry},
		{"null expiry", raw(ownKey, header, `{"iss":"janggid","aud":"janggid","sub":"p-1","exp":null}`), auth.MissingExpiry},
		{"expiry as text", bySecret(own.with(fields{"exp": "tomorrow"})), auth.Malformed},
		{"expiry beyond all calendars", bySecret(own.with(fields{"exp": 1e17})), auth.Malformed},
		{"not valid yet", bySecret(own.with(fields{"nbf": start.Unix() + 1})), auth.NotYetValid},
		{"nbf as text", bySecret(own.with(fields{"nbf": "yesterday"})), auth.Malformed},

		// Subjects.
		{"no subject", bySecret(own.with(fields{"sub": nil})), auth.InvalidSubject},
		{"empty subject", bySecret(own.with(fields{"sub": ""})), auth.InvalidSubject},
		{"subject as a number", bySecret(own.with(fields{"sub": 7})), auth.Malformed},
		{"subject with a space", bySecret(own.with(fields{"sub": "p 1"})), auth.InvalidSubject},
		{"subject with a line break", bySecret(own.with(fields{"sub": "p\n1"})), auth.InvalidSubject},
		{"subject outside ASCII", bySecret(own.with(fields{"sub": "김초"})), auth.InvalidSubject},
		{"subject too long", bySecret(own.with(fields{"sub": strings.Repeat("p", 256)})), auth.InvalidSubject},
		{"subject in capitals", raw(ownKey, header, `{"iss":"janggid","aud":"janggid","SUB":"p-1","exp":4102444800}`), auth.InvalidSubject},

		// Forms.
		{"nothing", "", auth.Malformed},
		{"two parts", parts[0] + "." + parts[1], auth.Malformed},
		{"four parts", good + ".", auth.Malformed},
		{"dots only", "..", auth.Malformed},
		{"space before", " " + good, auth.Malformed},
		{"not base64", "ü.ü.ü", auth.Malformed},
		{"padded base64", parts[0] + "==." + parts[1] + "." + parts[2], auth.Malformed},
		{"header that is no object", raw(ownKey, `7`, goodClaims+`}`), auth.Malformed},
		{"header that is null", raw(ownKey, `null`, goodClaims+`}`), auth.AlgorithmRefused},
		{"claims that are no JSON", raw(ownKey, header, goodClaims), auth.Malformed},
		{"claims that are null", raw(ownKey, header, `null`), auth.UnknownIssuer},
		{"claims that are a list", raw(ownKey, header, `[]`), auth.Malformed},
		{"a claim given twice", raw(ownKey, header, goodClaims+`,"sub":"p-2"}`), auth.Malformed},
		{"claims that are not UTF-8", raw(ownKey, header, goodClaims+",\"name\":\"\xff\"}"), auth.Malformed},
		{"too long", bySecret(own.with(fields{"name": strings.Repeat("n", 8192)})), auth.TooLong},
		{"much too long", strings.Repeat("e", 1<<20), auth.TooLong},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { wantReason(t, a, test.token, test.want) })
	}
	wantPlayer(t, a, good, "p-1")
}

func TestReasonsFitIntoAHeaderField(t *testing.T) {
	for _, reason := range []auth.Reason{
		auth.TooLong, auth.Malformed, auth.AlgorithmRefused, auth.UnknownIssuer, auth.UnknownKey, auth.BadSignature,
		auth.WrongAudience, auth.MissingExpiry, auth.Expired, auth.NotYetValid, auth.InvalidSubject,
	} {
		for _, r := range reason {
			// RFC 6750, section 3, for error_description.
			if r < 0x20 || r > 0x7e || r == '"' || r == '\\' {
				t.Errorf("%q has %q", reason, r)
			}
		}
	}
}
