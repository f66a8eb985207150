package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
	"github.com/janggid/janggid/projections"
)

// openFile opens a store in a file for writing, unless it has lost events.
func (at storeAt) openFile(ctx context.Context, file string) (eventstore.Store, error) {
	known := at.foldedEvents()
	if info, err := os.Stat(file); known > 0 && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
		return nil, orAccept(emptied(file, known))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	store, err := sqlite.Open(file, sqlite.Options{AcceptLoss: at.acceptLoss})
	if err != nil {
		return nil, orAccept(err)
	}
	if err := at.checkNotEmptied(ctx, store); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// checkNotEmptied fails for a store without events beside read models that were
// made from some.
func (at storeAt) checkNotEmptied(ctx context.Context, store eventstore.Store) error {
	known := at.foldedEvents()
	if known == 0 {
		return nil
	}
	for _, err := range store.ReadAll(ctx, 0) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return orAccept(emptied(at.String(), known))
}

// foldedEvents tells up to which event the read models in the data folder know
// the store; zero where that does not matter.
func (at storeAt) foldedEvents() eventstore.Position {
	if at.acceptLoss || at.data == "" || at.inMemory() {
		return 0
	}
	return projections.Folded(at.readModel())
}

// emptied is the error of a store without events beside read models that were
// made from some.
func emptied(file string, known eventstore.Position) error {
	return fmt.Errorf("event store %s: %w: it holds none, and the read models beside it were made from %d", file, sqlite.ErrIncomplete, known)
}

// orAccept adds to an error of lost events what can be done.
func orAccept(err error) error {
	if !errors.Is(err, sqlite.ErrIncomplete) && !errors.Is(err, projections.ErrRefused) {
		return err
	}
	return fmt.Errorf("%w; put back what is missing or a backup, or start once with janggid serve --accept-loss to go on without it", err)
}
