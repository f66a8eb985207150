package chat

import (
	"log/slog"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Handlers serve the chats of games.
type Handlers struct {
	Access  *access.Access
	Journal *journal.Journal
	Model   *projections.Model
	Limits  rest.Limits
	Live    *live.Hub
	Clock   func() time.Time
	Log     *slog.Logger
}

func (h *Handlers) now() game.Instant { return game.InstantOf(h.Clock()) }
