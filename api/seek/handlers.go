package seek

import (
	"log/slog"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// Handlers pair players who want the same game.
type Handlers struct {
	Access  *access.Access
	Journal *journal.Journal
	Limits  rest.Limits
	Live    *live.Hub
	Clock   func() time.Time

	EnterPresence func(player string) (leave func())
	RoomForMore   func() error // a problem if storage is low
	Log           *slog.Logger

	waiting *waiters
}

// New completes handlers.
func New(h Handlers) *Handlers {
	h.waiting = newWaiters()
	return &h
}

func (h *Handlers) now() game.Instant { return game.InstantOf(h.Clock()) }
