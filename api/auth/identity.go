package auth

import (
	"slices"
	"strings"
	"time"
)

// Identity is who a token speaks for.
type Identity struct {
	Player    string    // the player's id (sub): 1 to 255 visible ASCII characters
	Name      string    // as the issuer wrote it, unchecked; may be empty
	Scope     string    // space-separated words (RFC 8693, section 4.2); may be empty
	Own       bool      // the token is this server's
	ExpiresAt time.Time // from then on the token is refused
}

// HasScope tells whether the scope contains a word.
func (i Identity) HasScope(word string) bool {
	return slices.Contains(strings.Fields(i.Scope), word)
}
