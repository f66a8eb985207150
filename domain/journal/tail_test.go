package journal

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/pairing"
	"github.com/janggid/janggid/domain/presence"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// counting is a store that counts what is read of it, and does not know the
// lengths of its streams.
type counting struct {
	eventstore.Store
	events int
}

func (c *counting) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range c.Store.ReadStream(ctx, stream, from) {
			c.events++
			if !yield(r, err) {
				return
			}
		}
	}
}

// lengthen appends events of a kind until a stream has so many.
func lengthen(t *testing.T, store eventstore.Store, stream string, events int, event func(i int) (eventType string, data any)) {
	t.Helper()
	batch := make([]eventstore.Event, events)
	for i := range batch {
		eventType, v := event(i)
		data, err := encode(v)
		if err != nil {
			t.Fatal(err)
		}
		batch[i] = eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: eventType, Data: data, Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: t0})}
	}
	if _, err := store.Append(t.Context(), stream, eventstore.NoStream(), batch); err != nil {
		t.Fatal(err)
	}
}

func TestTheTailOfAStreamIsFoundAtAnyLength(t *testing.T) {
	const wanted = 8
	for length := range 200 {
		store := memory.New()
		if length > 0 {
			lengthen(t, store, "stream", length, func(int) (string, any) { return "Happened", struct{}{} })
		}
		for most, store := range map[int]eventstore.Store{wanted: store, 2*wanted - 1: &counting{Store: store}} {
			from, err := tailFrom(t.Context(), store, "stream", wanted)
			if err != nil {
				t.Fatal(err)
			}
			if tail := length - int(from); tail < min(length, wanted) || tail > most {
				t.Errorf("of %d events the tail has %d, want %d to %d", length, tail, min(length, wanted), most)
			}
		}
	}
}

func TestALongPresenceIsReadByItsEnd(t *testing.T) {
	store := &counting{Store: memory.New()}
	lengthen(t, store, presencePrefix+ann, 10_001, func(i int) (string, any) {
		if i%2 == 0 {
			return presence.WentAway{}.EventType(), presence.WentAway{Since: t0.Add(int64(i))}
		}
		return presence.CameBack{}.EventType(), presence.CameBack{}
	})
	p, err := newNode(t, store).Presences.Of(t.Context(), ann)
	if err != nil || !p.Away || p.Since != t0.Add(10_000) {
		t.Errorf("%+v, %v", p, err)
	}
	if most := 2*int(presenceStreams.tail) + 64; store.events > most {
		t.Errorf("%d events were read, want %d at most", store.events, most)
	}
}

func TestALongLineIsReadByItsEnd(t *testing.T) {
	store := &counting{Store: memory.New()}
	a := newNode(t, store)
	terms := pairing.Terms{Ruleset: create().Ruleset, TimeControl: game.DefaultTimeControl()}
	const lapsed = 20_000
	first, err := a.Seeks.Enter(t.Context(), terms, janggi.Cho, Request{Actor: ann, At: t0}) // tells the line's name
	if err != nil {
		t.Fatal(err)
	}
	other := &counting{Store: memory.New()}
	lengthen(t, other, poolPrefix+first.Pool, lapsed, func(i int) (string, any) {
		return pairing.Sought{}.EventType(), pairing.Sought{ID: fmt.Sprint(i), Player: fmt.Sprint("player ", i), Terms: terms, Until: t0}
	})
	b := newNode(t, other)
	waits, err := b.Seeks.Enter(t.Context(), terms, janggi.Cho, Request{Actor: ann, At: t0})
	if err != nil || waits.Made != nil {
		t.Fatalf("%+v, %v", waits, err)
	}
	if most := 2*int(poolStreams.tail) + 64; other.events > most {
		t.Errorf("%d events were read, want %d at most", other.events, most)
	}
	made, err := newNode(t, other).Seeks.Enter(t.Context(), terms, janggi.Cho, Request{Actor: ben, At: t0})
	if err != nil || made.Made == nil || made.Opponent != ann {
		t.Errorf("%+v, %v", made, err)
	}
}
