package api

import (
	"encoding/json"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/pairing"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// hear passes on what the follower has folded to the streams that want it.
func (s *Server) hear(heard []projections.Heard) {
	for _, h := range heard {
		if h.Game != nil {
			s.hearGame(h)
		} else if id, ok := journal.ChatOf(h.Stream); ok {
			s.hearMessage(id, h.Recorded)
		} else if player, ok := journal.PresenceOf(h.Stream); ok {
			s.hearPresence(player, h.Recorded)
		} else if line, ok := journal.PoolOf(h.Stream); ok {
			s.hearLine(line, h.Recorded)
		}
	}
}

// hearGame makes the frame of an event only where somebody wants it.
func (s *Server) hearGame(h projections.Heard) {
	g := h.Game
	held := heldBack(g, h.Type)
	public := g.State.Visibility == game.Public
	var f *live.Frame
	frame := func() *live.Frame {
		if f == nil {
			var err error
			if f, err = s.eventFrame(g, h.Recorded); err != nil {
				s.log.Error("an event cannot be shown", "stream", h.Stream, "revision", h.Revision, "error", err)
				f = &live.Frame{Kind: frameEvent, Game: g.ID, Revision: h.Revision, Position: h.Position, About: told{game: g}}
			}
		}
		return f
	}
	if topic := gameTopic(g.ID); s.live.Heard(topic) {
		s.live.Publish(topic, frame())
	}
	if g.State.SpectatorDelayMS > 0 {
		s.shown.hear(g, held, h.Recorded)
	}
	switch {
	case !public:
	case held:
		s.later.add(frame())
	case s.live.Heard(feedTopic):
		s.live.Publish(feedTopic, frame())
	}
	if h.Type == (game.Started{}).EventType() {
		s.presences.gameStarted(&g.State)
	}
	s.notify(h)
}

// hearLine wakes those who wait for an opponent and have one, or whose wish was
// taken back.
func (s *Server) hearLine(line string, r eventstore.Recorded) {
	var wishes []string
	var err error
	switch r.Type {
	case pairing.Made{}.EventType():
		var made pairing.Made
		err = json.Unmarshal(r.Data, &made)
		wishes = []string{made.Cho, made.Han}
	case pairing.Withdrawn{}.EventType():
		var withdrawn pairing.Withdrawn
		err = json.Unmarshal(r.Data, &withdrawn)
		wishes = []string{withdrawn.ID}
	}
	if err != nil {
		s.log.Error("a line for quick play cannot be read", "stream", r.Stream, "revision", r.Revision, "error", err)
		return
	}
	for _, wish := range wishes {
		s.live.Publish(wishTopic(line+"."+wish), &live.Frame{Kind: frameEvent})
	}
}
