package storetest

import (
	"context"
	"sync"

	"github.com/janggid/janggid/eventstore"
)

var subscribeLaws = []law{
	{"what is stored comes first, then the news of having caught up", func(f *fixture) {
		written := f.interleaved()
		seen, err := f.follow(f.ctx, f.Store, f.start, func(seen []eventstore.Recorded, caughtUp bool) bool {
			if caughtUp && len(seen) < len(written) {
				f.Errorf("caught up after %d events of %d", len(seen), len(written))
			}
			return caughtUp
		})
		if err != nil {
			f.Fatal(err)
		}
		f.same("subscriber", seen, written)
	}},
	{"with nothing stored after the position it has caught up at once", func(f *fixture) {
		f.fill(2)
		seen, err := f.follow(f.ctx, f.Store, f.head(), total(0))
		if err != nil {
			f.Fatal(err)
		}
		f.same("subscriber", seen, nil)
	}},
	{"from the beginning everything comes", func(f *fixture) {
		written := f.interleaved()
		seen, err := f.follow(f.ctx, f.Store, 0, total(len(written)))
		if err != nil {
			f.Fatal(err)
		}
		f.same("subscriber", seen, written)
	}},
	{"live events come as they are appended, each time with the news of having caught up", subscribeLive},
	{"what a caught-up message calls checked has been delivered", subscribeChecked},
	{"appends that race the switch to live are neither missed nor doubled", func(f *fixture) {
		for range 10 {
			f.subscribeWhileWriting(1, 20, nil)
		}
	}},
	{"many subscribers all see the same", func(f *fixture) { f.subscribeWhileWriting(16, 50, nil) }},
	{"a slow subscriber blocks no writer", subscribeSlow},
	{"the end of its context ends a subscription without an error", func(f *fixture) {
		f.fill(2)
		ctx, cancel := context.WithCancel(f.ctx)
		defer cancel()
		for m, err := range f.Store.Subscribe(ctx, f.start) {
			if err != nil {
				f.Fatalf("subscription ended with %v", err)
			}
			if m.CaughtUp {
				cancel() // while the subscription waits for live events, or just before
			}
		}
		for _, err := range f.Store.Subscribe(ctx, f.start) {
			if err != nil {
				f.Fatalf("subscription with an ended context: %v", err)
			}
		}
	}},
	{"subscribers that leave hold up no one", func(f *fixture) {
		f.fill(2)
		for range 200 {
			if _, err := f.follow(f.ctx, f.Store, f.start, func([]eventstore.Recorded, bool) bool { return true }); err != nil {
				f.Fatal(err)
			}
		}
		_, stored := f.fill(2)
		f.same("after", f.readAll(stored[0].Position), stored[1:])
	}},
}

// subscribeLive appends only when the subscriber has said that it is level, so
// each event is a live one.
func subscribeLive(f *fixture) {
	const n = 10
	stream, events := f.stream(), newEvents(n)
	appended := 0
	seen, err := f.follow(f.ctx, f.Store, f.start, func(seen []eventstore.Recorded, caughtUp bool) bool {
		if caughtUp && len(seen) == appended {
			if appended == n {
				return true
			}
			f.append(stream, at(uint64(appended)), events[appended:appended+1])
			appended++
		}
		return false
	})
	if err != nil {
		f.Fatal(err)
	}
	f.sameContent("subscriber", seen, recorded(stream, 0, events))
}

func subscribeChecked(f *fixture) {
	const n = 50
	var wg sync.WaitGroup
	defer wg.Wait()
	stream := f.stream()
	wg.Go(func() {
		for i := range uint64(n) {
			if _, err := f.Store.Append(f.ctx, stream, at(i), newEvents(1)); err != nil {
				f.Errorf("append: %v", err)
				return
			}
		}
	})
	var checked eventstore.Position
	got := 0
	for m, err := range f.Store.Subscribe(f.ctx, f.start) {
		switch {
		case err != nil:
			f.Fatal(err)
		case m.CaughtUp && m.Checked != 0 && m.Checked < checked:
			f.Fatalf("checked %s after %s", m.Checked, checked)
		case m.CaughtUp && m.Checked != 0:
			checked = m.Checked
		case !m.CaughtUp && m.Position <= checked:
			f.Fatalf("event at %s came when all up to %s was checked", m.Position, checked)
		case !m.CaughtUp && m.Stream == stream:
			got++
		}
		if m.CaughtUp && got == n {
			return
		}
	}
	f.Fatalf("subscription ended after %d events of %d", got, n)
}

// subscribeWhileWriting starts subscribers in the midst of the appends of a few
// writers: each must see every event once, in the order of the store. disturb,
// if any, is called after each append of the first writer.
func (f *fixture) subscribeWhileWriting(subscribers, each int, disturb func()) {
	f.Helper()
	const writers = 3
	after := f.head()
	seen := make([][]eventstore.Recorded, subscribers)
	midst := make(chan struct{})
	var wg sync.WaitGroup
	for w := range writers {
		stream := f.stream()
		wg.Go(func() {
			for i := range each {
				if w == 0 && i == each/3 {
					close(midst)
				}
				if _, err := f.Store.Append(f.ctx, stream, at(uint64(2*i)), newEvents(2)); err != nil {
					f.Errorf("writer %d: %v", w, err)
				}
				if w == 0 && disturb != nil {
					disturb()
				}
			}
		})
	}
	for s := range subscribers {
		wg.Go(func() {
			if s%2 == 0 {
				<-midst
			}
			var err error
			if seen[s], err = f.follow(f.ctx, f.Store, after, total(writers*each*2)); err != nil {
				f.Errorf("subscriber %d: %v", s, err)
			}
		})
	}
	wg.Wait()
	stored := f.readAll(after)
	for s := range subscribers {
		f.same("subscriber", seen[s], stored)
	}
}

// subscribeSlow holds one subscriber at its first event until all is written.
func subscribeSlow(f *fixture) {
	const n = 1500
	stream, events := f.stream(), newEvents(n)
	f.append(stream, eventstore.NoStream(), events[:1])
	held, written := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		defer close(written)
		select {
		case <-held:
		case <-f.ctx.Done():
		}
		for i := uint64(1); i < n; i++ {
			if _, err := f.Store.Append(f.ctx, stream, at(i), events[i:i+1]); err != nil {
				f.Errorf("append while a subscriber is held: %v", err)
				return
			}
		}
	})
	seen, err := f.follow(f.ctx, f.Store, f.start, func(seen []eventstore.Recorded, caughtUp bool) bool {
		if len(seen) == 1 && !caughtUp {
			close(held)
			<-written
		}
		return caughtUp && len(seen) == n
	})
	if err != nil {
		f.Fatal(err)
	}
	f.sameContent("slow subscriber", seen, recorded(stream, 0, events))
}
