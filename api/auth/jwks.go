package auth

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
)

// publicKeys are the usable keys of a JWKS. A token finds one by its kid and
// alg together, so that a key is never used with an algorithm that it is not
// for.
type publicKeys map[publicKeyID]crypto.PublicKey

type publicKeyID struct{ kid, alg string }

// parsePublicKeys takes the keys that this package can use from a JWKS and
// passes over the others, as RFC 7517, section 5, asks: issuers publish keys
// for other purposes too.
func parsePublicKeys(data []byte) (publicKeys, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return nil, fmt.Errorf("it is no JWKS: %w", err)
	}
	if set.Keys == nil {
		return nil, errors.New("it is no JWKS: there is no list of keys")
	}
	keys := publicKeys{}
	for _, raw := range set.Keys {
		jwk, err := jwkset.NewJWKFromRawJSON(raw, jwkset.JWKMarshalOptions{}, jwkset.JWKValidateOptions{})
		if err != nil {
			continue
		}
		if id, ok := usableAs(jwk); ok {
			keys[id] = jwk.Key()
		}
	}
	return keys, nil
}

// usableAs is what tokens call a key; false if it is not for verifying them.
func usableAs(jwk jwkset.JWK) (publicKeyID, bool) {
	m := jwk.Marshal()
	id := publicKeyID{kid: m.KID, alg: algorithmOf(jwk.Key())}
	usable := id.kid != "" && id.alg != "" &&
		(m.ALG == "" || m.ALG.String() == id.alg) &&
		(m.USE == "" || m.USE == jwkset.UseSig) &&
		(len(m.KEYOPS) == 0 || slices.Contains(m.KEYOPS, jwkset.KeyOpsVerify))
	return id, usable
}

// minRSABits is the least size of an RSA key (RFC 7518, section 3.3).
const minRSABits = 2048

// algorithmOf is the one algorithm that a key is used with; "" for none.
func algorithmOf(key any) string {
	switch key := key.(type) {
	case ed25519.PublicKey:
		return jwt.SigningMethodEdDSA.Alg()
	case *ecdsa.PublicKey:
		if key.Curve == elliptic.P256() {
			return jwt.SigningMethodES256.Alg()
		}
	case *rsa.PublicKey:
		if key.N.BitLen() >= minRSABits {
			return jwt.SigningMethodRS256.Alg()
		}
	}
	return ""
}
