package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// progress is how far a read model is folded, and of which store.
type progress struct {
	position eventstore.Position // everything at or before it is folded
	first    string              // id of the store's first event; "" while none is folded
	last     mark
}

// mark is an event by which a store is known again. A copy of a store has the
// same events at positions of its own.
type mark struct {
	stream   string
	revision uint64
	id       string
	position eventstore.Position
}

func markOf(r eventstore.Recorded) mark { return mark{r.Stream, r.Revision, r.ID.String(), r.Position} }

// marks are what the store is asked for before it is followed.
func (p progress) marks() []eventstore.Mark {
	id, err := uuid.Parse(p.last.id)
	if err != nil {
		return nil // nothing is folded
	}
	return []eventstore.Mark{{Stream: p.last.stream, Revision: p.last.revision, ID: id}}
}

func loadProgress(db *sql.DB) (p progress, err error) {
	err = db.QueryRow("SELECT position, first_id, last_stream, last_revision, last_id, last_position FROM progress").
		Scan(&p.position, &p.first, &p.last.stream, &p.last.revision, &p.last.id, &p.last.position)
	if errors.Is(err, sql.ErrNoRows) {
		return progress{}, nil
	}
	return p, err
}

const saveProgress = "INSERT OR REPLACE INTO progress (one, position, first_id, last_stream, last_revision, last_id, last_position) VALUES (1, ?, ?, ?, ?, ?, ?)"

// belongTo empties a read model that was folded from another store, or from
// events that this one does not have (any more).
func (f *file) belongTo(ctx context.Context, store eventstore.Store, log *slog.Logger) error {
	same, err := f.progress.isOf(ctx, store)
	if err != nil {
		return fmt.Errorf("read model %s: %w", f.path, err)
	}
	if same {
		return nil
	}
	log.Warn("the read model was made from other events; building it anew", "path", f.path)
	err = errors.Join(f.closeStatements(), f.recreate())
	if err != nil && isDamageToWriter(err) {
		err = f.replace()
	}
	if err != nil {
		return fmt.Errorf("read model %s: %w", f.path, err)
	}
	f.progress = progress{}
	return nil
}

func (p progress) isOf(ctx context.Context, store eventstore.Store) (bool, error) {
	if p.first == "" {
		return true, nil
	}
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return false, err
		}
		if r.ID.String() != p.first {
			return false, nil
		}
		break
	}
	for r, err := range store.ReadStream(ctx, p.last.stream, p.last.revision) {
		if errors.Is(err, eventstore.ErrDeleted) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if r.Position == 0 {
			r.Position = p.last.position // a stream's events come without where the store cannot tell
		}
		return markOf(r) == p.last, nil
	}
	return false, nil
}

// after is the progress with a batch folded too.
func (p progress) after(b *batch) progress {
	if p.first == "" {
		p.first = b.events[0].ID.String()
	}
	p.position, p.last = b.position, markOf(b.events[len(b.events)-1].Recorded)
	return p
}
