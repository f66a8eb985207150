package projections

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
)

// Run follows the store until ctx ends, then returns nil. After an error it
// begins again where the model stands, with growing pauses; only a store that
// was closed, or holds another history than the model was folded from, ends it,
// with that error. The process has to end then: whatever it remembers is worth
// nothing. When it starts again the model is built anew. A file that turns out
// to be damaged is replaced, and built anew at once.
func (m *Model) Run(ctx context.Context) error {
	var pause subscription.Backoff
	for {
		before := m.Position()
		err := m.followSound(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, eventstore.ErrClosed) || errors.Is(err, eventstore.ErrOtherHistory) {
			return fmt.Errorf("read model: %w", err)
		}
		if m.Position() > before && !m.Rebuilding() {
			pause.Reset()
		}
		m.lag.restarts.Add(1)
		m.lag.setLevel(false)
		wait := pause.Next()
		m.options.Logger.Warn("following the store was interrupted", "error", err, "again_in", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
	}
}

// followSound follows the store until the file is found damaged, and first
// replaces one that was.
func (m *Model) followSound(ctx context.Context) error {
	if m.condition.Load() == damaged {
		if err := m.heal(); err != nil {
			return err
		}
	}
	following, stop := m.untilDamage(ctx)
	defer stop(nil)
	err := m.followStore(following)
	if cause := context.Cause(following); cause != nil {
		return cause
	}
	return err
}

// followStore folds the store's events, those stored and then the new ones, as
// they come.
func (m *Model) followStore(ctx context.Context) error {
	head, err := m.store.Head(ctx)
	if err != nil {
		return err
	}
	from, marks := m.file.progress.position, m.file.progress.marks
	subscription := func(ctx context.Context) iter.Seq2[eventstore.Message, error] {
		return m.store.Subscribe(ctx, from, marks...)
	}
	return m.follow(ctx, m.gathering(subscription), func(b *batch) {
		if b.level || b.position >= head {
			m.caughtUp()
		}
	})
}

// source gives messages until it has no more or ctx ends.
type source func(ctx context.Context) iter.Seq2[eventstore.Message, error]

// follow folds the messages of a source and tells of every batch that it has
// applied. One goroutine reads while the other folds and writes. What arrives
// during a transaction goes into the next one, so transactions grow with the
// load.
func (m *Model) follow(ctx context.Context, messages source, applied func(*batch)) error {
	batches := make(chan *batch)
	used := make(chan *batch, 1)
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(batches)
		return cut(ctx, messages(ctx), m.options.BatchEvents, batches, used)
	})
	work.Go(func() error {
		for b := range batches {
			begun := time.Now()
			if err := m.apply(ctx, b); err != nil {
				return err
			}
			m.took.Store(int64(time.Since(begun)))
			applied(b)
			if !b.reusable() {
				continue
			}
			b.clear()
			select {
			case used <- b:
			default:
			}
		}
		return nil
	})
	return work.Wait()
}

// cut makes batches of a sequence of messages: all that there is, but no more
// than a number of events in one. It makes them of used ones where there are any.
func cut(ctx context.Context, messages iter.Seq2[eventstore.Message, error], events int, batches chan<- *batch, used <-chan *batch) error {
	b := newBatch()
	for message, err := range messages {
		switch {
		case err != nil:
			return err
		case message.Gone:
			b.gone = append(b.gone, message.Stream)
		case message.CaughtUp:
			b.level = true
			b.position = max(b.position, message.Checked)
		default:
			b.add(message.Recorded)
		}
		if !b.level && !b.full(events) {
			continue
		}
		select {
		case batches <- b:
			select {
			case b = <-used:
			default:
				b = newBatch()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// apply folds a batch, writes what came of it, and tells those who wait.
func (m *Model) apply(ctx context.Context, b *batch) error {
	if len(b.events) > 0 || len(b.gone) > 0 {
		if !b.level {
			m.lag.setLevel(false)
		}
		changes, err := m.fold(ctx, b)
		if err != nil {
			return err
		}
		left, err := m.findGone(ctx, b.gone)
		if err != nil {
			return err
		}
		changes = append(changes, left...)
		if err := m.file.commit(changes, m.file.progress.after(b, changes)); err != nil {
			if isDamageToWriter(err) {
				m.reportDamage(err)
			} else {
				m.lag.setLevel(false) // first: a model that fails is behind
				m.lag.unwritten.Store(true)
			}
			return err
		}
		m.lag.unwritten.Store(false)
		m.lag.events.Add(uint64(len(b.events)))
		m.lag.commits.Add(1)
		m.takeOut(changes)
		m.announce(changes)
	}
	if b.level {
		m.lag.setLevel(true)
		if m.recount {
			m.reportDamage(errCounted)
		}
	}
	m.waits.advance(b.position)
	return nil
}

// announce tells the parts in memory what was committed.
func (m *Model) announce(changes []change) {
	for _, c := range changes {
		if c.player != nil {
			m.names.learn(c.player.ID, c.player)
		}
	}
}
