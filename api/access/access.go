package access

import (
	"context"
	"time"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/projections"
)

// Access decides who may see which game, and as of when.
type Access struct {
	Authority *auth.Authority
	Journal   *journal.Journal
	Model     *projections.Model
	Events    *subscription.Subscription
	Views     view.Games
	Limits    rest.Limits
	Now       func() game.Instant

	// wait bounds how long a read waits for another node's writes, or for the end
	// of a delay.
	Wait time.Duration

	// followDelayed subscribes to a delayed game as its spectators see it.
	FollowDelayed func(ctx context.Context, g *journal.Game) (*live.Subscription, error)
}
