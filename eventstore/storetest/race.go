package storetest

import (
	"errors"
	"sync"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

var raceLaws = []law{
	{"of simultaneous first writers one wins", func(f *fixture) {
		for range 10 {
			f.oneWins(f.stream(), 0)
		}
	}},
	{"of simultaneous writers of one revision one wins", func(f *fixture) {
		stream := f.stream()
		for revision := range uint64(20) {
			f.oneWins(stream, revision)
		}
	}},
	{"writers that retry their conflicts all get through", racePersistent},
	{"a conflict does not fail the appends beside it", func(f *fixture) {
		// Stores that commit several appends together must judge each alone.
		const writers = 32
		_, stored := f.fill(1)
		taken := stored[0].Stream
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				if w%2 == 0 {
					var c *eventstore.ConflictError
					if _, err := f.Store.Append(f.ctx, taken, eventstore.NoStream(), newEvents(1)); !errors.As(err, &c) {
						f.Errorf("append to a stream that exists: %v, want a conflict", err)
					}
					return
				}
				stream := f.stream()
				for i := range uint64(10) {
					if _, err := f.Store.Append(f.ctx, stream, at(i), newEvents(1)); err != nil {
						f.Errorf("append at %s: %v", at(i), err)
						return
					}
				}
			})
		}
		wg.Wait()
	}},
	{"a batch is never seen in part", raceBatches},
}

// oneWins lets writers race for one revision of a stream with a batch each.
func (f *fixture) oneWins(stream string, revision uint64) {
	f.Helper()
	const writers = 8
	batches := make([][]eventstore.Event, writers)
	errs := make([]error, writers)
	var wg sync.WaitGroup
	ready := make(chan struct{})
	for w := range writers {
		batches[w] = newEvents(1)
		wg.Go(func() {
			<-ready
			_, errs[w] = f.Store.Append(f.ctx, stream, at(revision), batches[w])
		})
	}
	close(ready)
	wg.Wait()
	winner := -1
	for w, err := range errs {
		switch {
		case err != nil:
			f.conflict(err, stream, at(revision), at(revision+1))
		case winner >= 0:
			f.Fatalf("revision %d: two writers won", revision)
		default:
			winner = w
		}
	}
	if winner < 0 {
		f.Fatalf("revision %d: no writer won", revision)
	}
	f.sameContent("winner", f.readStream(stream, revision), recorded(stream, revision, batches[winner]))
}

// racePersistent is how commands write: look where the stream is, append there,
// look again after a conflict. Each event must end up in the stream once.
func racePersistent(f *fixture) {
	const writers, each = 6, 10
	stream := f.stream()
	ids := make([][]uuid.UUID, writers)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			next := uint64(0)
			for len(ids[w]) < each {
				events := newEvents(1)
				for {
					_, err := f.Store.Append(f.ctx, stream, at(next), events)
					var c *eventstore.ConflictError
					if errors.As(err, &c) {
						if c.Actual.Next() <= next {
							f.Errorf("conflict at %s says the stream is at %s", at(next), c.Actual)
							return
						}
						next = c.Actual.Next()
						continue
					}
					if err != nil {
						f.Errorf("append: %v", err)
						return
					}
					break
				}
				ids[w] = append(ids[w], events[0].ID)
				next++
			}
		})
	}
	wg.Wait()
	revision := map[uuid.UUID]uint64{}
	rs := f.readStream(stream, 0)
	for i, r := range rs {
		if r.Revision != uint64(i) {
			f.Fatalf("event %d has revision %d", i, r.Revision)
		}
		revision[r.ID] = r.Revision
	}
	if len(rs) != writers*each || len(revision) != len(rs) {
		f.Fatalf("%d events, %d of them different, want %d", len(rs), len(revision), writers*each)
	}
	for w := range writers {
		for i := range ids[w] {
			if i > 0 && revision[ids[w][i]] <= revision[ids[w][i-1]] {
				f.Errorf("writer %d: event %d stands before the one acknowledged earlier", w, i)
			}
		}
	}
}

// raceBatches reads while batches are written: every read must end at the end
// of a batch.
func raceBatches(f *fixture) {
	const batches, size = 300, 5
	stream := f.stream()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for b := range uint64(batches) {
			if _, err := f.Store.Append(f.ctx, stream, at(b*size), newEvents(size)); err != nil {
				f.Errorf("batch %d: %v", b, err)
				return
			}
		}
	})
	for seen := 0; seen < batches*size; {
		if seen += len(f.readStream(stream, uint64(seen))); seen%size != 0 {
			f.Fatalf("%d events seen, batches have %d", seen, size)
		}
	}
}
