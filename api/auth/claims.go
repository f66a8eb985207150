package auth

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"
)

type claims struct {
	jwt.RegisteredClaims
	Name  string `json:"name,omitempty"`
	Scope string `json:"scope,omitempty"`
}

// UnmarshalJSON matches names exactly and refuses a name given twice:
// encoding/json would take "SUB" for "sub", and the last of two.
func (c *claims) UnmarshalJSON(b []byte) error {
	type plain claims // without this method
	return json.Unmarshal(b, (*plain)(c))
}

// maxExpiry is the last second of the year 9999, behind which times have no
// common text form.
const maxExpiry = 253402300799

// check judges what a verified token says; "" if nothing is wrong with it. It
// starts with what a client can do least about.
func (c *claims) check(audience string, now time.Time) Reason {
	switch {
	case !slices.Contains(c.Audience, audience):
		return WrongAudience
	case !validSubject(c.Subject):
		return InvalidSubject
	case c.ExpiresAt == nil:
		return MissingExpiry
	case c.ExpiresAt.Unix() > maxExpiry:
		return Malformed
	case !now.Before(c.ExpiresAt.Time):
		return Expired
	case c.NotBefore != nil && now.Before(c.NotBefore.Time):
		return NotYetValid
	}
	return ""
}

// validSubject holds subjects to what OpenID Connect (Core, section 2) allows,
// without spaces and control characters: a player's id stands in URLs.
func validSubject(sub string) bool {
	if sub == "" || len(sub) > 255 {
		return false
	}
	for i := range len(sub) {
		if sub[i] <= ' ' || sub[i] > '~' {
			return false
		}
	}
	return true
}
