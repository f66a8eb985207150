package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// JWK is a public key as RFC 8037 has it.
type JWK struct {
	KeyType   string `json:"kty"` // OKP
	Curve     string `json:"crv"` // Ed25519
	X         string `json:"x"`   // the key, base64url
	KeyID     string `json:"kid"`
	Use       string `json:"use"` // sig
	Algorithm string `json:"alg"` // EdDSA
}

// JWKSet is a list of keys.
type JWKSet struct {
	Keys []JWK `json:"keys"`
}

// ErrKey: not an Ed25519 key.
var ErrKey = errors.New("proof: not an Ed25519 key of 32 bytes")

// KeyID names a key by its thumbprint (RFC 7638), so the name cannot be reused
// for another key.
func KeyID(key ed25519.PublicKey) string {
	thumb := sha256.Sum256(fmt.Appendf(nil, `{"crv":"Ed25519","kty":"OKP","x":"%s"}`, encoded(key)))
	return encoded(thumb[:])
}

func jwkOf(key ed25519.PublicKey) JWK {
	return JWK{KeyType: "OKP", Curve: "Ed25519", X: encoded(key), KeyID: KeyID(key), Use: "sig", Algorithm: Algorithm}
}

// PublicKey is the key itself. The error is ErrKey.
func (k JWK) PublicKey() (ed25519.PublicKey, error) {
	key, err := base64.RawURLEncoding.Strict().DecodeString(k.X)
	if err != nil || k.KeyType != "OKP" || k.Curve != "Ed25519" || len(key) != ed25519.PublicKeySize {
		return nil, ErrKey
	}
	return key, nil
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
