package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// patience bounds the wait for something that a faulty store never does. It is
// long, because correct stores never reach it.
const patience = 2 * time.Minute

// fixture is one test's view of a store: its own streams and nothing else.
type fixture struct {
	*testing.T
	Opened
	ctx   context.Context
	start eventstore.Position // the store's head before the test wrote anything

	prefixes []string
	mu       sync.Mutex
	own      map[string]bool // streams of this test
}

func newFixture(t *testing.T, h Harness) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	f := &fixture{T: t, Opened: h.Open(t), ctx: ctx, prefixes: h.Prefixes, own: map[string]bool{}}
	if len(f.prefixes) == 0 {
		f.prefixes = []string{"game-"}
	}
	f.start = f.head()
	return f
}

// stream makes a name that no other stream has.
func (f *fixture) stream() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	name := f.prefixes[len(f.own)%len(f.prefixes)] + uuid.Must(uuid.NewV7()).String()
	f.own[name] = true
	return name
}

func (f *fixture) isOwn(stream string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.own[stream]
}

// newEvents makes n events that no one else makes.
func newEvents(n int) []eventstore.Event {
	events := make([]eventstore.Event, n)
	for i := range events {
		id := uuid.Must(uuid.NewV7())
		events[i] = eventstore.Event{
			ID:       id,
			Type:     "MovePlayed",
			Data:     fmt.Appendf(nil, `{"from":"a4","to":"a5","number":%d}`, i),
			Metadata: fmt.Appendf(nil, `{"side":"cho","copy":"%s"}`, id),
		}
	}
	return events
}

// recorded returns the expected recorded events of a stream, without positions.
func recorded(stream string, revision uint64, events []eventstore.Event) []eventstore.Recorded {
	rs := make([]eventstore.Recorded, len(events))
	for i, e := range events {
		rs[i] = eventstore.Recorded{Event: e, Stream: stream, Revision: revision + uint64(i)}
	}
	return rs
}

// at is the expectation that a stream of n events meets.
func at(n uint64) eventstore.Expectation {
	if n == 0 {
		return eventstore.NoStream()
	}
	return eventstore.Exactly(n - 1)
}

// append appends and fails the test on an error.
func (f *fixture) append(stream string, expected eventstore.Expectation, events []eventstore.Event) eventstore.Appended {
	f.Helper()
	got, err := f.Store.Append(f.ctx, stream, expected, events)
	if err != nil {
		f.Fatalf("append of %d events at %s: %v", len(events), expected, err)
	}
	if want := expected.Next() + uint64(len(events)) - 1; got.Revision != want {
		f.Fatalf("append of %d events at %s ended at revision %d, want %d", len(events), expected, got.Revision, want)
	}
	return got
}

// fill creates a stream of n events, each in a separate append.
func (f *fixture) fill(n int) (string, []eventstore.Recorded) {
	f.Helper()
	stream := f.stream()
	rs := recorded(stream, 0, newEvents(n))
	for i := range rs {
		rs[i].Position = f.append(stream, at(uint64(i)), []eventstore.Event{rs[i].Event}).Position
	}
	return stream, rs
}

func (f *fixture) head() eventstore.Position {
	f.Helper()
	p, err := f.Store.Head(f.ctx)
	if err != nil {
		f.Fatalf("head: %v", err)
	}
	return p
}

// readStream reads a stream from a revision on, to its end.
func (f *fixture) readStream(stream string, from uint64) []eventstore.Recorded {
	f.Helper()
	return f.all(f.Store.ReadStream(f.ctx, stream, from))
}

// readAll reads the test's own events after a position, to the end.
func (f *fixture) readAll(after eventstore.Position) []eventstore.Recorded {
	f.Helper()
	var own []eventstore.Recorded
	for _, r := range f.all(f.Store.ReadAll(f.ctx, after)) {
		if f.isOwn(r.Stream) {
			own = append(own, r)
		}
	}
	return own
}

func (f *fixture) all(seq iter.Seq2[eventstore.Recorded, error]) []eventstore.Recorded {
	f.Helper()
	var rs []eventstore.Recorded
	for r, err := range seq {
		if err != nil {
			f.Fatalf("after %d events: %v", len(rs), err)
		}
		rs = append(rs, r)
	}
	return rs
}

// follow collects the test's own events from a subscription until enough
// returns true. enough also receives whether the last message was CaughtUp.
// Safe in any goroutine.
func (f *fixture) follow(ctx context.Context, store eventstore.Store, after eventstore.Position, enough func(seen []eventstore.Recorded, caughtUp bool) bool) ([]eventstore.Recorded, error) {
	seen, err := f.take(store.Subscribe(ctx, after), enough)
	if errors.Is(err, errEnded) {
		err = fmt.Errorf("%w with %v, after %d events", errEnded, ctx.Err(), len(seen))
	}
	return seen, err
}

var errEnded = errors.New("the subscription ended")

// take gathers the test's own events from messages until enough says so.
func (f *fixture) take(messages iter.Seq2[eventstore.Message, error], enough func(seen []eventstore.Recorded, caughtUp bool) bool) ([]eventstore.Recorded, error) {
	var seen []eventstore.Recorded
	for m, err := range messages {
		if err != nil {
			return seen, err
		}
		if m.Gone {
			continue
		}
		if !m.CaughtUp && f.isOwn(m.Stream) {
			seen = append(seen, m.Recorded)
		}
		if (m.CaughtUp || f.isOwn(m.Stream)) && enough(seen, m.CaughtUp) {
			return seen, nil
		}
	}
	return seen, errEnded
}

// total makes an enough for follow: that many events, then level with the
// store.
func total(n int) func([]eventstore.Recorded, bool) bool {
	return func(seen []eventstore.Recorded, caughtUp bool) bool { return caughtUp && len(seen) >= n }
}

// same fails unless two readers saw the same events in the same order.
func (f *fixture) same(what string, got, want []eventstore.Recorded) {
	f.Helper()
	if len(got) != len(want) {
		f.Fatalf("%s: %d events, want %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i].Position != want[i].Position {
			f.Fatalf("%s: event %d has position %s, want %s", what, i, got[i].Position, want[i].Position)
		}
	}
	f.sameContent(what, got, want)
}

// sameContent is same without a look at positions.
func (f *fixture) sameContent(what string, got, want []eventstore.Recorded) {
	f.Helper()
	if len(got) != len(want) {
		f.Fatalf("%s: %d events, want %d", what, len(got), len(want))
	}
	for i := range want {
		g, w := got[i], want[i]
		if g.ID != w.ID || g.Type != w.Type || g.Stream != w.Stream || g.Revision != w.Revision ||
			!bytes.Equal(g.Data, w.Data) || !bytes.Equal(g.Metadata, w.Metadata) {
			f.Fatalf("%s: event %d is\n%s, want\n%s", what, i, show(g), show(w))
		}
	}
}

func show(r eventstore.Recorded) string {
	const most = 200
	return fmt.Sprintf("%s@%d %s %s %.*s %.*s", r.Stream, r.Revision, r.ID, r.Type, most, r.Data, most, r.Metadata)
}

// conflict fails unless err is a *ConflictError that says where the stream is.
func (f *fixture) conflict(err error, stream string, expected, actual eventstore.Expectation) {
	f.Helper()
	var c *eventstore.ConflictError
	if !errors.As(err, &c) {
		f.Fatalf("append at %s to a stream at %s: %v, want a *ConflictError", expected, actual, err)
	}
	if c.Stream != stream || c.Expected != expected || c.Actual != actual {
		f.Fatalf("conflict says %v, want stream %s at %s, expected %s", c, stream, actual, expected)
	}
}
