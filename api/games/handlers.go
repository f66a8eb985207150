package games

import (
	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/projections"
)

// Handlers answer reads of games.
type Handlers struct {
	Access  *access.Access
	Views   view.Games
	Journal *journal.Journal
	Model   *projections.Model
	Limits  rest.Limits
	Signer  *proof.Signer
	Now     func() game.Instant
}
