package storetest

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/janggid/janggid/eventstore"
)

var closeLaws = []law{
	{"calls after it fail with ErrClosed", func(f *fixture) {
		stream, _ := f.fill(2)
		f.close()
		_, appended := f.Store.Append(f.ctx, stream, eventstore.Exactly(1), newEvents(1))
		_, head := f.Store.Head(f.ctx)
		var subscribed error
		for _, err := range f.Store.Subscribe(f.ctx, f.start) {
			subscribed = err
		}
		for name, err := range map[string]error{
			"Append":     appended,
			"Head":       head,
			"ReadStream": ending(f.Store.ReadStream(f.ctx, stream, 0)),
			"ReadAll":    ending(f.Store.ReadAll(f.ctx, f.start)),
			"Subscribe":  subscribed,
		} {
			if !errors.Is(err, eventstore.ErrClosed) {
				f.Errorf("%s after Close: %v, want ErrClosed", name, err)
			}
		}
	}},
	{"it may be called again", func(f *fixture) {
		f.close()
		f.close()
	}},
	{"it ends subscriptions with ErrClosed", func(f *fixture) {
		f.fill(2)
		var once sync.Once
		level := make(chan struct{})
		ended := make(chan error, 1)
		go func() {
			_, err := f.follow(f.ctx, f.Store, f.start, func(_ []eventstore.Recorded, caughtUp bool) bool {
				if caughtUp {
					once.Do(func() { close(level) })
				}
				return false
			})
			ended <- err
		}()
		f.wait(level)
		f.close()
		if err := <-ended; !errors.Is(err, eventstore.ErrClosed) {
			f.Errorf("subscription ended with %v, want ErrClosed", err)
		}
	}},
	{"appends under way are stored and answered, or refused", closeWhileWriting},
}

func (f *fixture) close() {
	f.Helper()
	if err := f.Store.Close(); err != nil {
		f.Fatalf("close: %v", err)
	}
}

func (f *fixture) wait(c <-chan struct{}) {
	f.Helper()
	select {
	case <-c:
	case <-f.ctx.Done():
		f.Fatal(context.Cause(f.ctx))
	}
}

func ending(seq iter.Seq2[eventstore.Recorded, error]) error {
	var last error
	for _, err := range seq {
		last = err
	}
	return last
}

// closeWhileWriting closes the store during writes. The reopened store must
// match the writers' answers.
func closeWhileWriting(f *fixture) {
	const writers = 8
	streams := make([]string, writers)
	acknowledged := make([]int, writers)
	running := make(chan struct{}, writers)
	var wg sync.WaitGroup
	for w := range writers {
		streams[w] = f.stream()
		wg.Go(func() {
			for i := uint64(0); ; i++ {
				if i == 3 {
					running <- struct{}{}
				}
				_, err := f.Store.Append(f.ctx, streams[w], at(i), newEvents(1))
				if err != nil {
					if !errors.Is(err, eventstore.ErrClosed) {
						f.Errorf("append while the store closes: %v", err)
					}
					return
				}
				acknowledged[w]++
			}
		})
	}
	for range writers {
		select {
		case <-running:
		case <-f.ctx.Done():
			f.Fatal(context.Cause(f.ctx))
		}
	}
	f.close()
	wg.Wait()
	if f.Reopen == nil {
		return
	}
	f.Store = f.Reopen(f.T)
	for w, stream := range streams {
		if n := len(f.readStream(stream, 0)); n != acknowledged[w] {
			f.Errorf("writer %d: %d events stored, %d acknowledged", w, n, acknowledged[w])
		}
	}
}
