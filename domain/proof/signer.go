package proof

import "crypto/ed25519"

// Signer makes proofs. All nodes of a server have the same keys.
type Signer struct {
	key    ed25519.PrivateKey
	public []JWK
}

// NewSigner makes a signer out of seeds of 32 bytes: that of the key to sign
// with, and those of keys that it signed with before, which are published still.
// The error is ErrKey.
func NewSigner(seed []byte, previous ...[]byte) (*Signer, error) {
	s := &Signer{}
	for i, seed := range append([][]byte{seed}, previous...) {
		if len(seed) != ed25519.SeedSize {
			return nil, ErrKey
		}
		key := ed25519.NewKeyFromSeed(seed)
		if i == 0 {
			s.key = key
		}
		s.public = append(s.public, jwkOf(key.Public().(ed25519.PublicKey)))
	}
	return s, nil
}

// Sign proves that a game's history has a digest at a revision.
func (s *Signer) Sign(gameID string, revision uint64, digest string) Proof {
	p := Proof{
		GameID: gameID, Revision: revision, Digest: digest,
		Algorithm: Algorithm, KeyID: s.public[0].KeyID, Key: s.public[0],
	}
	p.Signature = encoded(ed25519.Sign(s.key, p.signed()))
	return p
}

// Keys are the public keys, the present one first.
func (s *Signer) Keys() JWKSet { return JWKSet{s.public} }
