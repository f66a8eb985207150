package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

func writtenEvents(from, n int, data string) []writtenEvent {
	events := make([]writtenEvent, n)
	for i := range events {
		events[i] = writtenEvent{stream: "game-1", revision: uint64(from + i), data: data, metadata: fmt.Sprint(from + i)}
	}
	return events
}

func TestATailHasTheNewestEvents(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		most int // events
	}{
		"small ones": {"{}", 2 * recentEvents},
		"large ones": {strings.Repeat("x", recentBytes/10), 20},
	} {
		t.Run(name, func(t *testing.T) {
			var tail tail
			tail.begin(1000)
			at := 1000
			for at < 1000+3*c.most {
				tail.add(eventstore.Position(at+3), writtenEvents(at+1, 3, c.data))
				at += 3
				if n := len(tail.old) + len(tail.young); n > c.most || n < min(at-1000, c.most/2-3) {
					t.Fatalf("%d events are kept, at most %d may be", n, c.most)
				}
			}
			kept := len(tail.old) + len(tail.young)
			for back := range kept + 2 {
				older, newer, complete, _ := tail.after(eventstore.Position(at - back))
				events := slices.Concat(older, newer)
				if complete != (back <= kept) {
					t.Fatalf("the last %d of %d events: complete is %v", back, kept, complete)
				}
				for i := range events {
					if want := fmt.Sprint(at - back + 1 + i); events[i].metadata != want {
						t.Fatalf("event %s where %s should be", events[i].metadata, want)
					}
				}
				if complete && len(events) != back {
					t.Fatalf("%d events after the one %d back", len(events), back)
				}
			}
			if older, newer, complete, _ := tail.after(eventstore.Position(at + 5)); len(older)+len(newer) != 0 || !complete {
				t.Errorf("after the end: %d events, complete is %v", len(older)+len(newer), complete)
			}
		})
	}
}

// After a write of which nobody knew whether it was done the file may have more
// events than were told of.
func TestATailWithAGapForgets(t *testing.T) {
	var tail tail
	tail.add(3, writtenEvents(1, 3, "{}"))
	tail.add(7, writtenEvents(6, 2, "{}"))
	for position, want := range map[eventstore.Position]bool{2: false, 4: false, 5: true, 6: true, 7: true} {
		if _, _, complete, _ := tail.after(position); complete != want {
			t.Errorf("after %d: complete is %v", position, complete)
		}
	}
}

// An append that is more than a tail may keep is left to the file.
func TestATailKeepsNoAppendBeyondItsBounds(t *testing.T) {
	for name, events := range map[string][]writtenEvent{
		"many":  writtenEvents(11, recentEvents+1, "{}"),
		"large": writtenEvents(11, 1, strings.Repeat("x", recentBytes+1)),
	} {
		t.Run(name, func(t *testing.T) {
			var tail tail
			tail.add(10, writtenEvents(1, 10, "{}"))
			end := eventstore.Position(10 + len(events))
			tail.add(end, events)
			if n := len(tail.old) + len(tail.young); n > 0 {
				t.Errorf("%d events are kept", n)
			}
			tail.add(end+1, writtenEvents(int(end)+1, 1, "{}"))
			for position, want := range map[eventstore.Position]bool{end - 1: false, end: true, end + 1: true} {
				if _, _, complete, _ := tail.after(position); complete != want {
					t.Errorf("after %d of %d: complete is %v", position, end+1, complete)
				}
			}
		})
	}
}

// What one subscriber does to an event must not reach another, nor the file.
func TestSubscribersOwnTheirEvents(t *testing.T) {
	store, err := Open(filepath.Join(t.TempDir(), "events.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	data := []byte(`{"a":1}`)
	if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), []eventstore.Event{
		{ID: uuid.Must(uuid.NewV7()), Type: "GameCreated", Data: data, Metadata: []byte(`{}`)},
	}); err != nil {
		t.Fatal(err)
	}
	copy(data, "spoiled")
	for range 2 {
		for m, err := range store.Subscribe(t.Context(), 0) {
			if err != nil || m.CaughtUp || string(m.Recorded.Data) != `{"a":1}` || string(m.Recorded.Metadata) != `{}` {
				t.Fatalf("%+v %s, %v", m, m.Recorded.Data, err)
			}
			copy(m.Recorded.Data, "spoiled")
			_ = append(m.Recorded.Data, "spoiled"...)
			break
		}
	}
}
