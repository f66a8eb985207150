package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// openModel opens the read models. A store in a cluster that is away is waited
// for: whether what the models hold is its past, only it can tell. other says that
// it is not, and why; nil leaves that to be found out.
func openModel(ctx context.Context, where storeAt, j *journal.Journal, store eventstore.Store, other error, log *slog.Logger) (*projections.Model, error) {
	if err := where.makeDataFolder(); err != nil {
		return nil, err
	}
	for {
		model, err := projections.Open(ctx, where.readModel(), j, store, projections.Options{Logger: log, Refuse: where.refuses(), OtherHistory: other})
		if errors.Is(err, projections.ErrRefused) {
			return nil, orAccept(withStatus(exitDamaged, fmt.Errorf("event store %s: %w", where, err)))
		}
		if ctx.Err() != nil || !where.shared() || !errors.Is(err, eventstore.ErrUnavailable) {
			return model, err
		}
		log.Warn("waiting for the event store", "error", err)
	}
}

// refuses says which stores the read models in the data folder refuse to follow. A
// file may have been replaced by mistake, and then nothing else tells. A cluster is
// restored on purpose; but an empty one is rather another one, or was started
// without its disks.
func (at storeAt) refuses() projections.Refusal {
	switch {
	case at.acceptLoss || at.inMemory():
		return projections.RefuseNone
	case at.shared():
		return projections.RefuseEmpty
	}
	return projections.RefuseOther
}

// readModel is where the read models are kept.
func (at storeAt) readModel() string {
	if at.inMemory() {
		return projections.Memory
	}
	return filepath.Join(at.data, "readmodel.db")
}
