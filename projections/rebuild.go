package projections

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// rebuildBatch is larger than what a follower takes at once: nobody waits for
// the parts, and a game that is played over many events is then written fewer
// times.
const rebuildBatch = 1 << 16

// Rebuilt tells how far a rebuild has come. Positions are only ordered, but
// those of the stores here grow with what is stored, so that Position out of
// Head makes a progress bar.
type Rebuilt struct {
	Events   uint64
	Position eventstore.Position
	Head     eventstore.Position // when the rebuild began
}

// Rebuild folds all events into a new read model beside the one at path, and
// then puts it in its place; until then the old one stays as it is. Errors:
// ErrForeign, ErrInUse while a server uses the model, and the store's.
func Rebuild(ctx context.Context, path string, j *journal.Journal, store eventstore.Store, o Options, progress func(Rebuilt)) error {
	old, err := openFile(path, o.withDefaults().Logger)
	if err != nil {
		return err
	}
	defer old.close()
	fresh := path + ".new"
	if err := remove(fresh); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if o.BatchEvents == 0 {
		o.BatchEvents = rebuildBatch
	}
	if err := build(ctx, fresh, j, store, o, progress); err != nil {
		return err
	}
	if err := old.closeDatabase(); err != nil {
		return fmt.Errorf("read model %s: %w", path, err)
	}
	if err := remove(path); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if err := os.Rename(fresh, path); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// build makes a read model of everything that the store holds now.
func build(ctx context.Context, path string, j *journal.Journal, store eventstore.Store, o Options, progress func(Rebuilt)) error {
	head, err := store.Head(ctx)
	if err != nil {
		return err
	}
	m, err := Open(ctx, path, j, store, o)
	if err != nil {
		return err
	}
	done := Rebuilt{Head: head}
	err = m.followStored(ctx, func(b *batch) {
		done.Events += uint64(len(b.events))
		done.Position = m.Position()
		progress(done)
	})
	return errors.Join(err, m.Close())
}

// followStored folds all that is stored, again without what turned out to be gone
// after it was counted.
func (m *Model) followStored(ctx context.Context, applied func(*batch)) error {
	for {
		err := m.follow(ctx, stored(m.store, 0), applied)
		if err != nil || !m.recount {
			return err
		}
		if err := m.heal(); err != nil {
			return err
		}
	}
}

// stored gives the messages of a subscription that ends where it has caught up. A
// store in a cluster tells by messages alone that streams are gone.
func stored(store eventstore.Store, after eventstore.Position) source {
	return func(ctx context.Context) iter.Seq2[eventstore.Message, error] {
		if store, ok := store.(eventstore.Uncertain); ok {
			return untilCaughtUp(store.Subscribe(ctx, after))
		}
		return func(yield func(eventstore.Message, error) bool) {
			for r, err := range store.ReadAll(ctx, after) {
				if !yield(eventstore.Message{Recorded: r}, err) {
					return
				}
			}
			yield(eventstore.Message{CaughtUp: true}, nil)
		}
	}
}

func untilCaughtUp(messages iter.Seq2[eventstore.Message, error]) iter.Seq2[eventstore.Message, error] {
	return func(yield func(eventstore.Message, error) bool) {
		for m, err := range messages {
			if !yield(m, err) || m.CaughtUp {
				return
			}
		}
	}
}

// syncFolder makes a rename in a folder last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
