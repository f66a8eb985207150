package rules

import (
	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/projections"
)

// Handlers answer the calls about rules, positions and openings, which store
// nothing.
type Handlers struct {
	Access *access.Access
	Model  *projections.Model
	Limits rest.Limits
	Signer *proof.Signer // whose proofs replays verify
	Now    func() game.Instant
}
