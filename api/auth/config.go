package auth

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// DefaultIssuer is the server's own iss and aud.
const DefaultIssuer = "janggid"

// DefaultTokenLifetime is how long an own token lasts.
const DefaultTokenLifetime = 30 * 24 * time.Hour

// MinKeyBytes is the least length of an HS256 key (RFC 7518, section 3.2).
const MinKeyBytes = 32

// Config says which tokens there are.
type Config struct {
	OwnKeys       [][]byte         // HS256 keys: the first signs, all verify
	Issuer        string           // own iss and aud; default DefaultIssuer
	TokenLifetime time.Duration    // of own tokens, in whole seconds; default DefaultTokenLifetime
	External      []External       // the integrator's issuers
	Now           func() time.Time // default time.Now
	Client        *http.Client     // asks for JWKS URLs; default a plain one
	Log           *slog.Logger     // hears of a JWKS that cannot be read; default slog.Default()
}

// External is an issuer of the integrator's. Exactly one of its last three
// fields is set.
type External struct {
	Issuer      string // iss, compared byte by byte
	Audience    string // must be among the token's aud
	HS256Secret []byte // at least MinKeyBytes
	JWKSFile    string // path
	JWKSURL     string // http or https
}

func (c Config) withDefaults() Config {
	if c.Issuer == "" {
		c.Issuer = DefaultIssuer
	}
	if c.TokenLifetime == 0 {
		c.TokenLifetime = DefaultTokenLifetime
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Client == nil {
		c.Client = &http.Client{}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

func (c Config) validate() error {
	if len(c.OwnKeys) == 0 {
		return errors.New("auth: there is no key to sign tokens with")
	}
	for i, key := range c.OwnKeys {
		if len(key) < MinKeyBytes {
			return fmt.Errorf("auth: own key %d has %d bytes, and %d are the least", i+1, len(key), MinKeyBytes)
		}
	}
	if c.TokenLifetime < time.Second {
		return fmt.Errorf("auth: tokens cannot last %v", c.TokenLifetime)
	}
	seen := map[string]bool{c.Issuer: true}
	for _, e := range c.External {
		if err := e.validate(); err != nil {
			return fmt.Errorf("auth: issuer %q: %w", e.Issuer, err)
		}
		if seen[e.Issuer] {
			return fmt.Errorf("auth: issuer %q: the name is taken", e.Issuer)
		}
		seen[e.Issuer] = true
	}
	return nil
}

func (e External) validate() error {
	sources := 0
	for _, given := range []bool{len(e.HS256Secret) > 0, e.JWKSFile != "", e.JWKSURL != ""} {
		if given {
			sources++
		}
	}
	switch {
	case e.Issuer == "":
		return errors.New("it has no name")
	case e.Audience == "":
		return errors.New("no audience is expected of it")
	case sources != 1:
		return errors.New("it needs a secret, a JWKS file or a JWKS URL, and only one of them")
	case len(e.HS256Secret) > 0 && len(e.HS256Secret) < MinKeyBytes:
		return fmt.Errorf("its secret has %d bytes, and %d are the least", len(e.HS256Secret), MinKeyBytes)
	}
	if e.JWKSURL != "" {
		u, err := url.Parse(e.JWKSURL)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("%q is no http or https URL", e.JWKSURL)
		}
	}
	return nil
}
