package auth

import (
	"context"
	"os"
)

// keys are what an issuer's tokens are verified with.
type keys interface {
	// find is the key for a token, of the type that its algorithm needs, or
	// several that may be tried as a jwt.VerificationKeySet. kid is "" where the
	// token names no key. The error is an *InvalidTokenError or
	// ErrKeysUnavailable.
	find(ctx context.Context, alg, kid string) (any, error)
}

func (e External) keys(config Config) (keys, error) {
	switch {
	case e.JWKSFile != "":
		set := newKeySet(config, e.JWKSFile, func(context.Context) ([]byte, error) { return os.ReadFile(e.JWKSFile) })
		if err := set.load(context.Background()); err != nil {
			return nil, err
		}
		return set, nil
	case e.JWKSURL != "":
		set := newKeySet(config, e.JWKSURL, func(ctx context.Context) ([]byte, error) { return get(ctx, config.Client, e.JWKSURL) })
		// The set has logged an error, and asks again when a token needs it.
		_ = set.load(context.Background())
		return set, nil
	}
	return newSecrets(e.HS256Secret).anyName(), nil
}
