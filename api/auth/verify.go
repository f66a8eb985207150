package auth

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// maxTokenBytes bounds the work that a token can cause before it is believed.
const maxTokenBytes = 8 << 10

// algorithms are all that any issuer may use.
var algorithms = []string{
	jwt.SigningMethodHS256.Alg(),
	jwt.SigningMethodEdDSA.Alg(),
	jwt.SigningMethodES256.Alg(),
	jwt.SigningMethodRS256.Alg(),
}

// Claims are checked by this package, which has an audience for every issuer
// and a reason for every refusal.
var parser = jwt.NewParser(jwt.WithValidMethods(algorithms), jwt.WithStrictDecoding(), jwt.WithoutClaimsValidation())

// Verify tells who a token speaks for. The error is an [*InvalidTokenError] or
// [ErrKeysUnavailable].
func (a *Authority) Verify(ctx context.Context, token string) (Identity, error) {
	now := a.now()
	if v, ok := a.verified.GetIfPresent(token); ok && v.holds(now) {
		return v.identity, nil
	}
	identity, err := a.verify(ctx, token, now)
	if err != nil {
		return Identity{}, err
	}
	a.verified.Set(token, verified{identity: identity, since: now})
	return identity, nil
}

func (a *Authority) verify(ctx context.Context, token string, now time.Time) (Identity, error) {
	if len(token) > maxTokenBytes {
		return Identity{}, &InvalidTokenError{TooLong}
	}
	var c claims
	var from issuer
	parsed, err := parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		var known bool
		if from, known = a.issuers[c.Issuer]; !known {
			return nil, &InvalidTokenError{UnknownIssuer}
		}
		kid, err := keyID(t)
		if err != nil {
			return nil, err
		}
		return from.keys.find(ctx, t.Method.Alg(), kid)
	})
	if err != nil {
		return Identity{}, refusal(parsed, err)
	}
	if reason := c.check(from.audience, now); reason != "" {
		return Identity{}, &InvalidTokenError{reason}
	}
	return Identity{
		Player:    c.Subject,
		Name:      c.Name,
		Scope:     c.Scope,
		Own:       c.Issuer == a.own,
		ExpiresAt: c.ExpiresAt.Time,
	}, nil
}

// keyID is the kid of a token, "" where it has none. A token with crit asks for
// extensions that must not be ignored (RFC 7515, section 4.1.11); none is known
// here, and the parser does not look.
func keyID(t *jwt.Token) (string, error) {
	if _, critical := t.Header["crit"]; critical {
		return "", &InvalidTokenError{Malformed}
	}
	kid, given := t.Header["kid"]
	if !given {
		return "", nil
	}
	text, ok := kid.(string)
	if !ok || text == "" {
		return "", &InvalidTokenError{Malformed}
	}
	return text, nil
}

// refusal is what the parser's error means.
func refusal(t *jwt.Token, err error) error {
	var invalid *InvalidTokenError
	switch {
	case errors.As(err, &invalid):
		return invalid
	case errors.Is(err, ErrKeysUnavailable):
		return ErrKeysUnavailable
	case errors.Is(err, jwt.ErrTokenMalformed):
		return &InvalidTokenError{Malformed}
	}
	if alg, ok := t.Header["alg"].(string); !ok || !slices.Contains(algorithms, alg) {
		return &InvalidTokenError{AlgorithmRefused}
	}
	return &InvalidTokenError{BadSignature}
}
