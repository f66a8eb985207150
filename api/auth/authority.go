package auth

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/maypok86/otter/v2"
)

// Authority issues and verifies tokens. It is safe for concurrent use.
type Authority struct {
	own      string
	lifetime time.Duration
	signing  secret
	issuers  map[string]issuer // by iss, the own one among them
	now      func() time.Time
	verified *otter.Cache[string, verified] // by token
}

// issuer is one that tokens are accepted from.
type issuer struct {
	audience string
	keys     keys
}

// New checks the configuration and reads every JWKS once.
func New(config Config) (*Authority, error) {
	config = config.withDefaults()
	if err := config.validate(); err != nil {
		return nil, err
	}
	own := newSecrets(config.OwnKeys...)
	a := &Authority{
		own:      config.Issuer,
		lifetime: config.TokenLifetime.Truncate(time.Second),
		signing:  own[0],
		issuers:  map[string]issuer{config.Issuer: {audience: config.Issuer, keys: own}},
		now:      config.Now,
		verified: newVerifiedCache(),
	}
	for _, e := range config.External {
		keys, err := e.keys(config)
		if err != nil {
			return nil, fmt.Errorf("auth: issuer %q: %w", e.Issuer, err)
		}
		a.issuers[e.Issuer] = issuer{audience: e.Audience, keys: keys}
	}
	return a, nil
}

// Issue signs an own token for a player; name and scope may be empty. It lasts
// for expiresIn seconds.
func (a *Authority) Issue(player, name, scope string) (token string, expiresIn int64) {
	now := a.now()
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, &claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    a.own,
			Subject:   player,
			Audience:  jwt.ClaimStrings{a.own},
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(a.lifetime)),
		},
		Name:  name,
		Scope: scope,
	})
	t.Header["kid"] = a.signing.kid
	token, err := t.SignedString(a.signing.key)
	if err != nil {
		panic(fmt.Sprintf("auth: HMAC over strings and times failed: %v", err))
	}
	return token, int64(a.lifetime / time.Second)
}
