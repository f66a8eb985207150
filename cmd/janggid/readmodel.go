package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// openModel opens the read models. A store in a cluster that is away is waited
// for: whether what the models hold is its past, only it can tell.
func openModel(ctx context.Context, where storeAt, j *journal.Journal, store eventstore.Store, log *slog.Logger) (*projections.Model, error) {
	if err := where.makeDataFolder(); err != nil {
		return nil, err
	}
	for {
		model, err := projections.Open(ctx, where.readModel(), j, store, projections.Options{Logger: log})
		if ctx.Err() != nil || !where.shared() || !errors.Is(err, eventstore.ErrUnavailable) {
			return model, err
		}
		log.Warn("waiting for the event store", "error", err)
	}
}

// readModel is where the read models are kept.
func (at storeAt) readModel() string {
	if at.inMemory() {
		return projections.Memory
	}
	return filepath.Join(at.data, "readmodel.db")
}
