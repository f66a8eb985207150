package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/golang-jwt/jwt/v5"
)

// secret is an HS256 key. Its kid lets a token name it without telling it.
type secret struct {
	kid string
	key []byte
}

// secrets are all HS256 keys of one issuer.
type secrets []secret

func newSecrets(keys ...[]byte) secrets {
	out := make(secrets, len(keys))
	for i, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("janggid key id"))
		out[i] = secret{kid: hex.EncodeToString(mac.Sum(nil)[:8]), key: key}
	}
	return out
}

func (s secrets) find(_ context.Context, alg, kid string) (any, error) {
	if alg != jwt.SigningMethodHS256.Alg() {
		return nil, &InvalidTokenError{AlgorithmRefused}
	}
	if kid == "" {
		all := jwt.VerificationKeySet{}
		for _, one := range s {
			all.Keys = append(all.Keys, one.key)
		}
		return all, nil
	}
	for _, one := range s {
		if one.kid == kid {
			return one.key, nil
		}
	}
	return nil, &InvalidTokenError{UnknownKey}
}

// anyName are the same secrets for an issuer that names them as it likes: it
// has but one, so that the kid of its tokens says nothing.
func (s secrets) anyName() keys { return sharedSecret{s} }

type sharedSecret struct{ secrets }

func (s sharedSecret) find(ctx context.Context, alg, _ string) (any, error) {
	return s.secrets.find(ctx, alg, "")
}
