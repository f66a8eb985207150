package play

import (
	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Handlers carry out commands on games.
type Handlers struct {
	Access    *access.Access
	Views     view.Games
	Journal   *journal.Journal
	Model     *projections.Model
	Limits    rest.Limits
	Computers Computers // nil: nobody can play against one
	Engine    Engine    // nil: no hints
	Now       func() game.Instant

	Present     func(player string) bool // has a stream on this node
	RoomForMore func() error             // a problem if storage is low
}
