package players

import (
	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Handlers register guests, renew tokens and show players.
type Handlers struct {
	Access    *access.Access
	Authority *auth.Authority
	Journal   *journal.Journal
	Model     *projections.Model
	Limits    rest.Limits
	Now       func() game.Instant
}
