package projections

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// batchBytes bounds a batch, whose events are in memory all at once.
const batchBytes = 64 << 20

// batch is what the follower folds in one transaction: some events in the order
// of the store, those of each stream together.
type batch struct {
	streams  []*streamEvents // in the order of their first events here
	byName   map[string]*streamEvents
	events   int
	bytes    int
	first    eventstore.Recorded
	last     eventstore.Recorded
	position eventstore.Position // everything at or before it is in this batch or an earlier one
	level    bool                // with it the follower has all that the store had
}

// streamEvents are the events of one stream in a batch.
type streamEvents struct {
	name      string
	events    []eventstore.Recorded
	onlyTurns bool
}

func newBatch() *batch { return &batch{byName: map[string]*streamEvents{}} }

func (b *batch) add(r eventstore.Recorded) {
	s := b.byName[r.Stream]
	if s == nil {
		s = &streamEvents{name: r.Stream, onlyTurns: true}
		b.byName[r.Stream] = s
		b.streams = append(b.streams, s)
	}
	s.events = append(s.events, r)
	s.onlyTurns = s.onlyTurns && isTurn(r.Type)
	if b.events == 0 {
		b.first = r
	}
	b.last, b.position = r, r.Position
	b.events++
	b.bytes += len(r.Data) + len(r.Metadata)
}

func (b *batch) full(events int) bool { return b.events >= events || b.bytes >= batchBytes }

func isTurn(eventType string) bool {
	return eventType == game.MovePlayed{}.EventType() || eventType == game.TurnPassed{}.EventType()
}
