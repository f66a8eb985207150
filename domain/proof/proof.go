package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strconv"
)

// Algorithm is the only one there is, by its name in JOSE.
const Algorithm = "EdDSA"

// Proof is a server's word that a game's history, up to a revision, has a
// digest: the hash of the event at that revision, in which the hash of every
// event before it is contained.
type Proof struct {
	GameID    string `json:"game_id"`
	Revision  uint64 `json:"revision"`
	Digest    string `json:"digest"` // SHA-256, hex
	Algorithm string `json:"alg"`    // EdDSA
	KeyID     string `json:"kid"`
	Signature string `json:"signature"` // base64url without padding
	Key       JWK    `json:"key"`       // that verifies it; trust it only if the server publishes it
}

var (
	// ErrOtherKey: the proof was signed with another key.
	ErrOtherKey = errors.New("proof: signed with another key")

	// ErrSignature: the signature does not match the proof.
	ErrSignature = errors.New("proof: the signature is wrong")
)

// Verify checks the signature with a public key. Errors: ErrOtherKey,
// ErrSignature.
func (p Proof) Verify(key ed25519.PublicKey) error {
	if p.Algorithm != Algorithm || p.KeyID != KeyID(key) {
		return ErrOtherKey
	}
	signature, err := base64.RawURLEncoding.Strict().DecodeString(p.Signature)
	if err != nil || !ed25519.Verify(key, p.signed(), signature) {
		return ErrSignature
	}
	return nil
}

// signed returns the signed bytes: a canonical JSON object (RFC 8785) whose
// type distinguishes it from anything else signed by the key. Ids and digests
// need no escapes.
func (p Proof) signed() []byte {
	b := append([]byte(`{"digest":`), strconv.AppendQuoteToASCII(nil, p.Digest)...)
	b = append(b, `,"game_id":`...)
	b = strconv.AppendQuoteToASCII(b, p.GameID)
	b = append(b, `,"revision":`...)
	b = strconv.AppendUint(b, p.Revision, 10)
	return append(b, `,"type":"janggid game"}`...)
}
