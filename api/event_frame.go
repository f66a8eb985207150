package api

import (
	"github.com/janggid/janggid/api/live"
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

// told is what a stream may need to know of an event beyond its frame.
type told struct {
	game *journal.Game // as of the event or later
	kind string        // type of the event
	at   game.Instant
}

// eventFrame makes the frame of an event of a game.
func (s *Server) eventFrame(g *journal.Game, r eventstore.Recorded) (*live.Frame, error) {
	v, err := view.NewEvent(r)
	if err != nil {
		return nil, err
	}
	f, err := s.frameOf(frameEvent, eventFrameView{g.ID, v})
	f.Game, f.Revision, f.Position = g.ID, r.Revision, r.Position
	f.About = told{g, r.Type, v.Time}
	return f, err
}

// heldBack tells whether an event of a game is shown to spectators only when the
// game's delay has passed. The game is as of the event or later.
func heldBack(g *journal.Game, eventType string) bool {
	return g.State.Unannounced() || g.State.HeldBack() && eventType != game.Created{}.EventType() && eventType != game.PlayerJoined{}.EventType()
}
