package projections

import (
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const (
	// batchBytes bounds a batch, whose events are in memory all at once.
	batchBytes = 64 << 20

	// reusedEvents is how many events a batch may have room for whose memory is used
	// again once the follower is level. While it catches up the next batch needs as
	// much; later clearing so much would cost all batches.
	reusedEvents = 2048

	// reusedPlaces is how many events a stream of such a batch may have room for.
	reusedPlaces = 64
)

// batch is what the follower folds in one transaction: some events in the order
// of the store, and which of them are of each stream.
type batch struct {
	events   []eventstore.Recorded
	streams  []*streamEvents // in the order of their first events here; what is behind the length is used again
	byName   map[string]*streamEvents
	bytes    int
	position eventstore.Position // everything at or before it is in this batch or an earlier one
	level    bool                // with it the follower has all that the store had
	gone     []string            // streams that others deleted or cut
}

// streamEvents tells which events of a batch are of one stream, and has room for what
// they come to.
type streamEvents struct {
	name      string
	places    []int // in the batch's events
	onlyTurns bool
	game      gameChange // of a game's stream, once it is folded
}

func newBatch() *batch { return &batch{byName: map[string]*streamEvents{}} }

func (b *batch) reusable() bool { return !b.level || cap(b.events) <= reusedEvents }

// clear empties a batch, whose memory is then used for another.
func (b *batch) clear() {
	clear(b.events) // texts must not be kept
	for _, s := range b.streams {
		places := s.places[:0]
		if cap(places) > reusedPlaces {
			places = nil
		}
		*s = streamEvents{places: places}
	}
	clear(b.byName)
	*b = batch{events: b.events[:0], streams: b.streams[:0], byName: b.byName}
}

func (b *batch) add(r eventstore.Recorded) {
	s := b.byName[r.Stream]
	if s == nil {
		s = b.begin(r.Stream)
	}
	s.places = append(s.places, len(b.events))
	s.onlyTurns = s.onlyTurns && isTurn(r.Type)
	b.events = append(b.events, r)
	b.position = r.Position
	b.bytes += len(r.Data) + len(r.Metadata)
}

// begin adds a stream that has no events yet, in the memory of a former one if there is
// any.
func (b *batch) begin(stream string) *streamEvents {
	i := len(b.streams)
	b.streams = slices.Grow(b.streams, 1)[:i+1]
	s := b.streams[i]
	if s == nil {
		s = &streamEvents{}
		b.streams[i] = s
	}
	s.name, s.onlyTurns = stream, true
	b.byName[stream] = s
	return s
}

// of appends the events of a stream to a slice.
func (b *batch) of(s *streamEvents, events []eventstore.Recorded) []eventstore.Recorded {
	for _, place := range s.places {
		events = append(events, b.events[place])
	}
	return events
}

func (b *batch) full(events int) bool { return len(b.events) >= events || b.bytes >= batchBytes }

func isTurn(eventType string) bool {
	return eventType == game.MovePlayed{}.EventType() || eventType == game.TurnPassed{}.EventType()
}
