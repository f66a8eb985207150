package projections

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const (
	// batchBytes bounds a batch, whose events are in memory all at once.
	batchBytes = 64 << 20

	// reusedEvents bounds the batches whose memory is used again. Larger ones come
	// while catching up, and to clear their room would cost all later ones.
	reusedEvents = 1024
)

// batch is what the follower folds in one transaction: some events in the order
// of the store, and which of them are of each stream.
type batch struct {
	events   []Heard        // their games are set once they are folded
	streams  []streamEvents // in the order of their first events here
	byName   map[string]int // places in streams
	bytes    int
	position eventstore.Position // everything at or before it is in this batch or an earlier one
	level    bool                // with it the follower has all that the store had
}

// streamEvents tells which events of a batch are of one stream.
type streamEvents struct {
	name      string
	places    []int // in the batch's events
	onlyTurns bool
}

func newBatch() *batch { return &batch{byName: map[string]int{}} }

func (b *batch) reusable() bool { return len(b.events) <= reusedEvents }

// clear empties a batch, whose memory is then used for another.
func (b *batch) clear() {
	clear(b.events) // the texts must not be kept
	clear(b.byName)
	*b = batch{events: b.events[:0], streams: b.streams[:0], byName: b.byName}
}

func (b *batch) add(r eventstore.Recorded) {
	i, ok := b.byName[r.Stream]
	if !ok {
		i = b.begin(r.Stream)
	}
	s := &b.streams[i]
	s.places = append(s.places, len(b.events))
	s.onlyTurns = s.onlyTurns && isTurn(r.Type)
	b.events = append(b.events, Heard{Recorded: r})
	b.position = r.Position
	b.bytes += len(r.Data) + len(r.Metadata)
}

// begin adds a stream that has no events yet, in the memory of a former one if there is
// any.
func (b *batch) begin(stream string) int {
	i := len(b.streams)
	if i < cap(b.streams) {
		b.streams = b.streams[:i+1]
	} else {
		b.streams = append(b.streams, streamEvents{})
	}
	s := &b.streams[i]
	*s = streamEvents{name: stream, places: s.places[:0], onlyTurns: true}
	b.byName[stream] = i
	return i
}

// of appends the events of a stream to a slice.
func (b *batch) of(s *streamEvents, events []eventstore.Recorded) []eventstore.Recorded {
	for _, place := range s.places {
		events = append(events, b.events[place].Recorded)
	}
	return events
}

func (b *batch) full(events int) bool { return len(b.events) >= events || b.bytes >= batchBytes }

func isTurn(eventType string) bool {
	return eventType == game.MovePlayed{}.EventType() || eventType == game.TurnPassed{}.EventType()
}
