package storetest

import (
	"context"
	"errors"
	"iter"

	"github.com/janggid/janggid/eventstore"
)

var readLaws = []law{
	{"a stream is read from any revision", func(f *fixture) {
		stream, stored := f.fill(12)
		f.fill(2)
		for from := range stored {
			f.same("stream", f.readStream(stream, uint64(from)), stored[from:])
		}
	}},
	{"a stream of several pages is read whole", func(f *fixture) {
		stream, events := f.stream(), newEvents(3000)
		for i := 0; i < len(events); i += 500 {
			f.append(stream, at(uint64(i)), events[i:i+500])
			f.fill(1)
		}
		f.sameContent("whole", f.readStream(stream, 0), recorded(stream, 0, events))
		f.sameContent("tail", f.readStream(stream, 1234), recorded(stream, 1234, events[1234:]))
	}},
	{"past its end a stream has nothing", func(f *fixture) {
		stream, _ := f.fill(3)
		for _, from := range []uint64{3, 4, 1 << 40} {
			f.same("past the end", f.readStream(stream, from), nil)
		}
	}},
	{"an absent stream has nothing", func(f *fixture) {
		f.fill(1)
		f.same("absent", f.readStream(f.stream(), 0), nil)
		f.same("absent", f.readStream(f.stream(), 5), nil)
	}},
	{"a store that knows lengths knows those of all streams", func(f *fixture) {
		store, ok := f.Store.(eventstore.Lengths)
		if !ok {
			return
		}
		stream, stored := f.fill(12)
		for name, want := range map[string]uint64{stream: uint64(len(stored)), f.stream(): 0} {
			if length, err := store.Length(f.ctx, name); err != nil || length != want {
				f.Errorf("%s has %d events, want %d, %v", name, length, want, err)
			}
		}
	}},
	{"all events are read in the order of their appends", func(f *fixture) {
		written := f.interleaved()
		f.same("all", f.readAll(f.start), written)
		f.same("from the beginning", f.readAll(0), written)
	}},
	{"positions increase", func(f *fixture) {
		f.interleaved()
		last := f.start
		for _, r := range f.all(f.Store.ReadAll(f.ctx, f.start)) {
			if r.Position <= last {
				f.Fatalf("position %s follows %s", r.Position, last)
			}
			last = r.Position
		}
	}},
	{"reading goes on after any position", func(f *fixture) {
		written := f.interleaved()
		for i, r := range written {
			f.same("rest", f.readAll(r.Position), written[i+1:])
		}
	}},
	{"streams and the whole have the same order", func(f *fixture) {
		f.interleaved()
		of := map[string][]eventstore.Recorded{}
		for _, r := range f.readAll(f.start) {
			of[r.Stream] = append(of[r.Stream], r)
		}
		for stream, rs := range of {
			f.same(stream, f.readStream(stream, 0), rs)
		}
	}},
	{"the head is at or after what was appended", func(f *fixture) {
		last := f.start
		for range 5 {
			_, stored := f.fill(2)
			head := f.head()
			if head < stored[1].Position || head < last {
				f.Errorf("head %s after an append at %s, was %s", head, stored[1].Position, last)
			}
			last = head
			f.same("after the head", f.readAll(head), nil)
		}
	}},
	{"a reader that stops early gives back what it held", func(f *fixture) {
		stream, stored := f.fill(5)
		for range 200 {
			f.first(f.Store.ReadStream(f.ctx, stream, 0))
			f.first(f.Store.ReadAll(f.ctx, f.start))
		}
		f.append(stream, eventstore.Exactly(4), newEvents(1))
		f.same("stream", f.readStream(stream, 0)[:5], stored)
	}},
	{"readers that pause hold up no one", func(f *fixture) {
		stream, stored := f.fill(5)
		for range 16 {
			for _, seq := range []iter.Seq2[eventstore.Recorded, error]{
				f.Store.ReadStream(f.ctx, stream, 0), f.Store.ReadAll(f.ctx, f.start),
			} {
				next, stop := iter.Pull2(seq)
				defer stop()
				if _, err, ok := next(); !ok || err != nil {
					f.Fatalf("first event: %v, %v", err, ok)
				}
			}
		}
		f.append(stream, eventstore.Exactly(4), newEvents(1))
		f.same("stream", f.readStream(stream, 0)[:5], stored)
	}},
	{"a read whose context ends says so", func(f *fixture) {
		stream, _ := f.fill(3)
		ctx, cancel := context.WithCancel(f.ctx)
		cancel()
		for name, seq := range map[string]iter.Seq2[eventstore.Recorded, error]{
			"stream": f.Store.ReadStream(ctx, stream, 0), "all": f.Store.ReadAll(ctx, f.start),
		} {
			var last error
			for _, err := range seq {
				last = err
			}
			if !errors.Is(last, context.Canceled) {
				f.Errorf("%s: read ended with %v", name, last)
			}
		}
		if _, err := f.Store.Head(ctx); !errors.Is(err, context.Canceled) {
			f.Errorf("head: %v", err)
		}
	}},
}

// interleaved writes a few streams in turns, in batches of different sizes, and
// gives the events in the order of their appends.
func (f *fixture) interleaved() []eventstore.Recorded {
	f.Helper()
	streams := []string{f.stream(), f.stream(), f.stream()}
	next := make([]uint64, len(streams))
	var written []eventstore.Recorded
	for i := range 15 {
		s, size := i%len(streams), 1+i%4
		events := newEvents(size)
		f.append(streams[s], at(next[s]), events)
		written = append(written, f.readStream(streams[s], next[s])...)
		next[s] += uint64(size)
	}
	return written
}

// first takes one event and leaves.
func (f *fixture) first(seq iter.Seq2[eventstore.Recorded, error]) {
	f.Helper()
	for _, err := range seq {
		if err != nil {
			f.Fatalf("first event: %v", err)
		}
		return
	}
	f.Fatal("no first event")
}
