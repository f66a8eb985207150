package watch

import (
	"time"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// eventFrameView is what a frame tells of an event.
type eventFrameView struct {
	GameID string `json:"game_id"`
	view.Event
}

// eventOf is what a stream may need to know of an event beyond its frame.
type eventOf struct {
	game *journal.Game // as of the event or later
	kind string        // type of the event
	at   game.Instant
}

// delayed tells whether an event of a game is shown to spectators only when the
// game's delay has passed. The game is as of the event or later.
func delayed(g *journal.Game, eventType string) bool {
	return g.State.Unannounced() || g.State.HeldBack() && eventType != game.Created{}.EventType() && eventType != game.PlayerJoined{}.EventType()
}

// eventFrame makes the frame of an event of a game.
func eventFrame(clock func() time.Time, g *journal.Game, r eventstore.Recorded) (*live.Frame, error) {
	v, err := view.NewEvent(r)
	if err != nil {
		return nil, err
	}
	f, err := rest.NewFrame(clock, FrameEvent, eventFrameView{g.ID, v})
	f.Game, f.Revision, f.Position = g.ID, r.Revision, r.Position
	f.About = eventOf{g, r.Type, v.Time}
	return f, err
}
