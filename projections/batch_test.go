package projections

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

func someEvents(position, n, streams int, eventType string) (events []eventstore.Recorded) {
	for i := range n {
		events = append(events, eventstore.Recorded{
			Event:    eventstore.Event{Type: eventType, Data: []byte(fmt.Sprint(position + i))},
			Stream:   fmt.Sprintf("game-%d", i%streams),
			Position: eventstore.Position(position + i),
		})
	}
	return events
}

func TestABatchUsedAgainHasNothingOfBefore(t *testing.T) {
	used := newBatch()
	for _, r := range someEvents(1, 40, 7, game.Ended{}.EventType()) {
		used.add(r)
	}
	used.level = true
	used.clear()
	fresh := newBatch()
	for _, r := range someEvents(100, 20, 9, game.MovePlayed{}.EventType()) {
		used.add(r)
		fresh.add(r)
	}
	if !reflect.DeepEqual(used, fresh) {
		t.Fatalf("%+v where %+v should be", used, fresh)
	}
	for i := range used.streams {
		s := used.streams[i]
		var last eventstore.Position
		for _, r := range used.of(s, nil) {
			if r.Stream != s.name || r.Position <= last {
				t.Errorf("event %d of %s after event %d of %s", r.Position, r.Stream, last, s.name)
			}
			last = r.Position
		}
		if want := eventstore.Position(100 + i + (19-i)/9*9); last != want {
			t.Errorf("%s ends at %d, not at %d", s.name, last, want)
		}
	}
}
