package api

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
)

// publish passes new events on to the rooms whose clients wait for them.
func (s *Server) publish(events []subscription.Event) {
	for _, h := range events {
		if h.Gone {
			s.watch.PublishGone(h.Stream)
		} else if h.Game != nil {
			s.watch.Publish(h)
			if h.Type == (game.Started{}).EventType() {
				s.presence.GameStarted(&h.Game.State)
			}
		} else if id, ok := journal.ChatOf(h.Stream); ok {
			s.chat.Publish(id, h.Recorded)
		} else if player, ok := journal.PresenceOf(h.Stream); ok {
			s.presence.Apply(player, h.Recorded)
		} else if pool, ok := journal.PoolOf(h.Stream); ok {
			s.seek.Notify(pool, h.Recorded)
		}
	}
}
