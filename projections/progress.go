package projections

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// progress is how far a read model is folded, and of which store.
type progress struct {
	position eventstore.Position // of the last event; everything at or before it is folded
	marks    []eventstore.Mark   // last events of different streams, games first: the store is known again by them
	damaged  []string            // streams that could not be folded, in order
	last     mark
}

// mark is the last event folded. A copy of a store has the same events at
// positions of its own.
type mark struct {
	stream   string
	revision uint64
	id       string
	position eventstore.Position
}

func markOf(r eventstore.Recorded) mark { return mark{r.Stream, r.Revision, r.ID.String(), r.Position} }

func loadProgress(db *sql.DB) (p progress, err error) {
	var marks, damaged string
	err = db.QueryRow("SELECT position, marks, damaged, last_stream, last_revision, last_id, last_position FROM progress").
		Scan(&p.position, &marks, &damaged, &p.last.stream, &p.last.revision, &p.last.id, &p.last.position)
	if errors.Is(err, sql.ErrNoRows) {
		return progress{}, nil
	}
	if err != nil {
		return p, err
	}
	if err := errors.Join(json.Unmarshal([]byte(marks), &p.marks), json.Unmarshal([]byte(damaged), &p.damaged)); err != nil {
		return p, badRow(err)
	}
	return p, nil
}

const saveProgress = "INSERT OR REPLACE INTO progress (one, position, marks, damaged, last_stream, last_revision, last_id, last_position) VALUES (1, ?, ?, ?, ?, ?, ?, ?)"

// Refusal says which stores a read model that was made from another history
// refuses, instead of being built anew.
type Refusal int

const (
	RefuseNone  Refusal = iota
	RefuseEmpty         // a store that holds nothing
	RefuseOther         // any
)

// ErrRefused: the store holds another history than the read model was made from,
// and Options.Refuse has it refused.
var ErrRefused = errors.New("projections: made from events that the store does not hold")

// belongTo empties a read model that was folded from another store, or from
// events that this one does not have (any more), unless it has to be refused.
func (f *file) belongTo(ctx context.Context, store eventstore.Store, o Options) error {
	log := o.Logger
	if err := f.progress.checkHistory(ctx, store, o); errors.Is(err, eventstore.ErrOtherHistory) && !errors.Is(err, ErrRefused) {
		head, failed := store.Head(ctx)
		if failed != nil {
			return fmt.Errorf("read model %s: %w", f.path, failed)
		}
		log.Error("the store holds another history than the read model; building it anew", "path", f.path, "why", err,
			"old_stream", f.progress.last.stream, "old_revision", f.progress.last.revision, "old_event", f.progress.last.id,
			"old_position", f.progress.last.position, "new_head", head)
	} else if err != nil {
		return fmt.Errorf("read model %s: %w", f.path, err)
	} else if copied, err := f.progress.isOfACopy(ctx, store); err != nil {
		return fmt.Errorf("read model %s: %w", f.path, err)
	} else if copied {
		log.Warn("the read model was made from a copy of the store; building it anew", "path", f.path)
	} else {
		return nil
	}
	return f.empty()
}

// empty begins the read model again.
func (f *file) empty() error {
	err := errors.Join(f.closeStatements(), f.recreate())
	if err != nil && isDamageToWriter(err) {
		err = f.replace()
	}
	if err != nil {
		return fmt.Errorf("read model %s: %w", f.path, err)
	}
	f.progress = progress{}
	return nil
}

// checkHistory gives ErrOtherHistory, with ErrRefused if such a store is refused.
func (p progress) checkHistory(ctx context.Context, store eventstore.Store, o Options) error {
	if len(p.marks) == 0 {
		return nil
	}
	err := o.OtherHistory
	if err == nil {
		err = eventstore.Recognize(ctx, store, 0, p.marks)
	}
	if !errors.Is(err, eventstore.ErrOtherHistory) || o.Refuse == RefuseNone {
		return err
	}
	if o.Refuse == RefuseEmpty {
		for _, failed := range store.ReadAll(ctx, 0) {
			if failed != nil {
				return failed
			}
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

// isOfACopy tells whether the last event, or the store's end, stands elsewhere.
func (p progress) isOfACopy(ctx context.Context, store eventstore.Store) (bool, error) {
	if p.last.id == "" {
		return false, nil
	}
	for r, err := range store.ReadStream(ctx, p.last.stream, p.last.revision) {
		if errors.Is(err, eventstore.ErrDeleted) {
			break
		}
		if err != nil {
			return false, err
		}
		// A stream's events come without where the store cannot tell.
		return r.Position != 0 && r.Position != p.last.position, nil
	}
	head, err := store.Head(ctx)
	return head < p.position, err
}

// after is the progress with a batch folded too, and with what it leaves out. What
// the batch knows beyond its last event, which may be of others' events, is not
// kept.
func (p progress) after(b *batch, changes []change) progress {
	for _, c := range changes {
		if l := c.left; l != nil {
			p.damaged = l.amongDamaged(p.damaged)
		}
	}
	if len(b.events) == 0 {
		return p
	}
	last := b.events[len(b.events)-1]
	marks := eventstore.NewMarks(journal.StreamPrefixes()[0], p.marks...)
	for i := range b.events {
		marks.Add(b.events[i].Mark())
	}
	p.position, p.marks, p.last = last.Position, marks.All(), markOf(last)
	return p
}

// texts are how the table has the marks and the damaged streams.
func (p progress) texts() (marks, damaged string, err error) {
	m, err := json.Marshal(p.marks)
	if err != nil {
		return "", "", err
	}
	d, err := json.Marshal(p.damaged)
	return string(m), string(d), err
}
