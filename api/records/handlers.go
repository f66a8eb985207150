package records

import (
	"log/slog"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Handlers import games from records and export them.
type Handlers struct {
	Access  *access.Access
	Views   view.Games
	Journal *journal.Journal
	Model   *projections.Model
	Limits  rest.Limits
	Now     func() game.Instant
	Log     *slog.Logger

	Filter      func(c echo.Context) (projections.Filter, error) // of a list of games, from the query
	RoomForMore func() error                                     // a problem if storage is low

	storing *semaphore.Weighted // held by imported games until the store answers
}

// New completes handlers.
func New(h Handlers) *Handlers {
	h.storing = semaphore.NewWeighted(storedAtOnce)
	return &h
}
