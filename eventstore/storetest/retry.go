package storetest

import (
	"sync"

	"github.com/janggid/janggid/eventstore"
)

var retryLaws = []law{
	{"the same append again is answered as before and stored once", func(f *fixture) {
		for _, n := range []int{1, 2, 9, 20} {
			stream, events := f.stream(), newEvents(n)
			first := f.append(stream, eventstore.NoStream(), events)
			again := f.append(stream, eventstore.NoStream(), events)
			if again != first {
				f.Errorf("%d events: retry answered %+v, first was %+v", n, again, first)
			}
			f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
		}
	}},
	{"also when the stream has moved on", func(f *fixture) {
		stream, events := f.stream(), newEvents(6)
		opening := f.append(stream, eventstore.NoStream(), events[:2])
		middle := f.append(stream, eventstore.Exactly(1), events[2:4])
		f.append(stream, eventstore.Exactly(3), events[4:])
		f.fill(3)
		if again := f.append(stream, eventstore.NoStream(), events[:2]); again != opening {
			f.Errorf("retry of the opening answered %+v, first was %+v", again, opening)
		}
		if again := f.append(stream, eventstore.Exactly(1), events[2:4]); again != middle {
			f.Errorf("retry of the middle answered %+v, first was %+v", again, middle)
		}
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"also when both are under way at once", func(f *fixture) {
		const rounds, writers = 20, 8
		stream := f.stream()
		for round := range rounds {
			events := newEvents(2)
			answers := make([]eventstore.Appended, writers)
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					var err error
					if answers[w], err = f.Store.Append(f.ctx, stream, at(uint64(2*round)), events); err != nil {
						f.Errorf("round %d, writer %d: %v", round, w, err)
					}
				})
			}
			wg.Wait()
			for w := range writers {
				if answers[w] != answers[0] {
					f.Fatalf("round %d: one was answered %+v, another %+v", round, answers[w], answers[0])
				}
			}
		}
		if rs := f.readStream(stream, 0); len(rs) != 2*rounds {
			f.Errorf("%d events stored, want %d", len(rs), 2*rounds)
		}
	}},
	{"also after a conflict of another batch", func(f *fixture) {
		stream, events, others := f.stream(), newEvents(1), newEvents(1)
		first := f.append(stream, eventstore.NoStream(), events)
		_, err := f.Store.Append(f.ctx, stream, eventstore.NoStream(), others)
		f.conflict(err, stream, eventstore.NoStream(), eventstore.Exactly(0))
		if again := f.append(stream, eventstore.NoStream(), events); again != first {
			f.Errorf("retry answered %+v, first was %+v", again, first)
		}
	}},
	{"a retry of what met a conflict can be stored later", func(f *fixture) {
		stream, events := f.stream(), newEvents(2)
		_, err := f.Store.Append(f.ctx, stream, eventstore.Exactly(0), events[1:])
		f.conflict(err, stream, eventstore.Exactly(0), eventstore.NoStream())
		f.append(stream, eventstore.NoStream(), events[:1])
		f.append(stream, eventstore.Exactly(0), events[1:])
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"a batch of which only a part stands there conflicts", func(f *fixture) {
		stream, stored := f.fill(4)
		for name, events := range map[string][]eventstore.Event{
			"begins alike":     {stored[1].Event, newEvents(1)[0]},
			"ends alike":       {newEvents(1)[0], stored[2].Event},
			"other order":      {stored[2].Event, stored[1].Event},
			"longer than that": {stored[1].Event, stored[2].Event, stored[3].Event, newEvents(1)[0]},
		} {
			_, err := f.Store.Append(f.ctx, stream, eventstore.Exactly(0), events)
			f.conflict(err, stream, eventstore.Exactly(0), eventstore.Exactly(3))
			f.same(name, f.readStream(stream, 0), stored)
		}
	}},
	{"different ids at the same revision conflict", func(f *fixture) {
		stream, stored := f.fill(3)
		lookalike := []eventstore.Event{stored[1].Event}
		lookalike[0].ID = newEvents(1)[0].ID
		_, err := f.Store.Append(f.ctx, stream, eventstore.Exactly(0), lookalike)
		f.conflict(err, stream, eventstore.Exactly(0), eventstore.Exactly(2))
		f.same("stream", f.readStream(stream, 0), stored)
	}},
}
