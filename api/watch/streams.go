package watch

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/projections"
)

// Streams serve the streams of games, of the feed and of players.
type Streams struct {
	Access  *access.Access
	Views   view.Games
	Journal *journal.Journal
	Model   *projections.Model
	Events  *subscription.Subscription
	Limits  rest.Limits
	Live    *live.Hub
	Delayed *DelayedGames
	Clock   func() time.Time
	Log     *slog.Logger

	EnterPresence func(player string) (leave func())
	ViewPresence  func(ctx context.Context, seats game.Seats) (view.Presence, error)

	later    *delayQueue
	watchers *watchers

	otherHistory atomic.Bool // streams end since the store holds another history
}

// New completes streams.
func New(s *Streams) *Streams {
	s.later, s.watchers = newDelayQueue(s.Live, s.now), newWatchers(s.Live, s.Clock, s.Log)
	return s
}

// OtherHistory makes the streams that end from now on drop their clients' cursors:
// the store holds another history.
func (s *Streams) OtherHistory() { s.otherHistory.Store(true) }

func (s *Streams) now() game.Instant { return game.InstantOf(s.Clock()) }
