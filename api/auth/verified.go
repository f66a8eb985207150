package auth

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// recheckAfter is how long a token is believed without looking at its
// signature again.
const recheckAfter = 30 * time.Second

// maxVerifiedBytes bounds the memory for verified tokens.
const maxVerifiedBytes = 16 << 20

// verified is a token that was found to be good.
type verified struct {
	identity Identity
	since    time.Time
}

// holds tells whether that is still known. Time that runs backwards is no
// reason to believe a token for longer.
func (v verified) holds(now time.Time) bool {
	age := now.Sub(v.since)
	return age >= 0 && age < recheckAfter && now.Before(v.identity.ExpiresAt)
}

func newVerifiedCache() *otter.Cache[string, verified] {
	const entryBytes = 300 // the entry itself, and the strings of a usual identity
	return otter.Must(&otter.Options[string, verified]{
		MaximumWeight: maxVerifiedBytes,
		Weigher:       func(token string, _ verified) uint32 { return uint32(2*len(token) + entryBytes) },
	})
}
