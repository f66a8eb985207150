package watch

import (
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
)

// frameGone makes the streams of a game look whether it is still there. No client
// gets it.
const frameGone = "gone"

// PublishGone tells the streams of a game that events of its stream were deleted
// or cut off with other tools.
func (s *Streams) PublishGone(stream string) {
	if id, ok := journal.GameID(stream); ok {
		s.Live.PublishIn(&live.Frame{Kind: frameGone, Game: id}, live.GameTopic(id), live.SpectatorTopic(id))
	}
}

// Publish makes the frame of an event only where somebody wants it.
func (s *Streams) Publish(h subscription.Event) {
	g := h.Game
	held := delayed(g, h.Type)
	public := g.State.Visibility == game.Public
	var f *live.Frame
	frame := func() *live.Frame {
		if f == nil {
			var err error
			if f, err = eventFrame(s.Clock, g, h.Recorded); err != nil {
				s.Log.Error("an event cannot be shown", "stream", h.Stream, "revision", h.Revision, "error", err)
				f = &live.Frame{Kind: FrameEvent, Game: g.ID, Revision: h.Revision, Position: h.Position, About: eventOf{game: g}}
			}
		}
		return f
	}
	if topic := live.GameTopic(g.ID); s.Live.Heard(topic) {
		s.Live.Publish(topic, frame())
	}
	if g.State.SpectatorDelayMS > 0 {
		s.Delayed.apply(g, held, h.Recorded)
	}
	switch {
	case !public:
	case held:
		s.later.add(frame())
	case s.Live.Heard(live.FeedTopic):
		s.Live.Publish(live.FeedTopic, frame())
	}
	s.notify(h)
}
