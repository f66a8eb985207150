package storetest

import (
	"sync"

	"github.com/janggid/janggid/eventstore"
)

var resumeLaws = []law{
	{"a subscription goes on after any position", func(f *fixture) {
		written := f.interleaved()
		for i, r := range written {
			rest := written[i+1:]
			seen, err := f.follow(f.ctx, f.Store, r.Position, total(len(rest)))
			if err != nil {
				f.Fatal(err)
			}
			f.same("rest", seen, rest)
		}
	}},
	{"a subscriber that starts over again and again misses nothing and gets nothing twice", resumeOften},
	{"a dropped connection is made up for", func(f *fixture) {
		if f.Drop == nil {
			f.Skip("the store has no connections to drop")
		}
		stream, events := f.stream(), newEvents(20)
		appended := 0
		seen, err := f.follow(f.ctx, f.Store, f.start, func(seen []eventstore.Recorded, caughtUp bool) bool {
			if caughtUp && len(seen) == appended {
				if appended == len(events) {
					return true
				}
				f.append(stream, at(uint64(appended)), events[appended:appended+1])
				appended++
				f.Drop()
			}
			return false
		})
		if err != nil {
			f.Fatal(err)
		}
		f.sameContent("subscriber", seen, recorded(stream, 0, events))
	}},
	{"connections dropped in the midst of a burst are made up for", func(f *fixture) {
		if f.Drop == nil {
			f.Skip("the store has no connections to drop")
		}
		dropped := 0
		f.subscribeWhileWriting(4, 60, func() {
			if dropped++; dropped%12 == 0 {
				f.Drop()
			}
		})
	}},
	{"events, order and positions survive a reopening", func(f *fixture) {
		if f.Reopen == nil {
			f.Skip("the store keeps nothing beyond its process")
		}
		written := f.interleaved()
		stream := written[0].Stream
		before := f.readStream(stream, 0)
		f.reopen()
		f.same("all", f.readAll(f.start), written)
		f.same("stream", f.readStream(stream, 0), before)
		if head := f.head(); head < written[len(written)-1].Position {
			f.Errorf("head is %s after the reopening, the last event stands at %s", head, written[len(written)-1].Position)
		}
	}},
	{"a reopened store judges appends as before", func(f *fixture) {
		if f.Reopen == nil {
			f.Skip("the store keeps nothing beyond its process")
		}
		stream, events := f.stream(), newEvents(4)
		f.append(stream, eventstore.NoStream(), events[:1])
		second := f.append(stream, eventstore.Exactly(0), events[1:3])
		f.reopen()
		if again := f.append(stream, eventstore.Exactly(0), events[1:3]); again != second {
			f.Errorf("retry after the reopening answered %+v, first was %+v", again, second)
		}
		_, err := f.Store.Append(f.ctx, stream, eventstore.Exactly(0), newEvents(1))
		f.conflict(err, stream, eventstore.Exactly(0), eventstore.Exactly(2))
		last := f.append(stream, eventstore.Exactly(2), events[3:])
		if last.Position <= second.Position {
			f.Errorf("an append after the reopening stands at %s, one before it at %s", last.Position, second.Position)
		}
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"a subscriber goes on in a reopened store", func(f *fixture) {
		if f.Reopen == nil {
			f.Skip("the store keeps nothing beyond its process")
		}
		written := f.interleaved()
		f.reopen()
		written = append(written, f.interleaved()...)
		after := written[7].Position
		seen, err := f.follow(f.ctx, f.Store, after, total(len(written)-8))
		if err != nil {
			f.Fatal(err)
		}
		f.same("rest", seen, written[8:])
	}},
}

// reopen closes the store and opens it again.
func (f *fixture) reopen() {
	f.Helper()
	if err := f.Store.Close(); err != nil {
		f.Fatalf("close: %v", err)
	}
	f.Store = f.Reopen(f.T)
}

// resumeOften subscribes, leaves after a few messages and subscribes again after
// the last event seen, while events are written.
func resumeOften(f *fixture) {
	const n = 150
	stream, events := f.stream(), newEvents(n)
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for i := range uint64(n) {
			if _, err := f.Store.Append(f.ctx, stream, at(i), events[i:i+1]); err != nil {
				f.Errorf("append: %v", err)
				return
			}
		}
	})
	var seen []eventstore.Recorded
	after := f.start
	for round := 0; len(seen) < n; round++ {
		few := 1 + round%7
		some, err := f.follow(f.ctx, f.Store, after, func(some []eventstore.Recorded, _ bool) bool { return len(some) >= few || len(seen)+len(some) == n })
		if err != nil {
			f.Fatal(err)
		}
		seen = append(seen, some...)
		after = seen[len(seen)-1].Position
	}
	f.sameContent("subscriber", seen, recorded(stream, 0, events))
}
