package eventstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
)

// ErrOther: the destination of a copy holds something that its source does not
// have at the same place.
var ErrOther = errors.New("eventstore: the destination holds other events")

// Copied tells how far a copy has come.
type Copied struct {
	Events uint64 // copied, those found there already included
	Found  uint64 // found there already
}

const (
	copyEvents = 256       // of one append at most
	copyBytes  = 256 << 10 // a quarter of what EventStoreDB takes unless told otherwise
	copyTries  = 5         // of one append whose outcome is unknown
)

// Copy appends the events of one store to another, each with its stream,
// revision, id, type, data and metadata, in the order of the source's positions.
// Positions themselves are each store's own.
//
// The destination must hold nothing, or what an earlier copy of the same source
// put there: that is compared event by event and not written again, so that a
// copy that was interrupted goes on where it ended, and one made while the source
// was in use catches up. Errors: ErrOther, a *ConflictError when somebody else
// writes to the destination, and the stores'.
func Copy(ctx context.Context, from, to Store, progress func(Copied)) error {
	source, stopSource := iter.Pull2(from.ReadAll(ctx, 0))
	defer stopSource()
	var done Copied
	if err := skipCopied(ctx, source, to, &done); err != nil {
		return err
	}
	progress(done)
	for run := (copyRun{}); ; {
		r, err, more := source()
		if err != nil {
			return fmt.Errorf("reading the source: %w", err)
		}
		if !more || !run.takes(r) {
			if err := run.append(ctx, to); err != nil {
				return err
			}
			done.Events += uint64(len(run.events))
			progress(done)
			run = copyRun{}
		}
		if !more {
			return ctx.Err()
		}
		run.add(r)
	}
}

// skipCopied reads the source up to where the destination ends.
func skipCopied(ctx context.Context, source func() (Recorded, error, bool), to Store, done *Copied) error {
	for there, err := range to.ReadAll(ctx, 0) {
		if err != nil {
			return fmt.Errorf("reading the destination: %w", err)
		}
		r, err, more := source()
		switch {
		case err != nil:
			return fmt.Errorf("reading the source: %w", err)
		case !more:
			return fmt.Errorf("%w: %s revision %d comes after all that the source has", ErrOther, there.Stream, there.Revision)
		case !sameEvent(r, there):
			return fmt.Errorf("%w: %s revision %d where the source has %s revision %d", ErrOther, there.Stream, there.Revision, r.Stream, r.Revision)
		}
		done.Events++
		done.Found++
	}
	return nil
}

func sameEvent(a, b Recorded) bool {
	return a.Stream == b.Stream && a.Revision == b.Revision && a.ID == b.ID && a.Type == b.Type &&
		bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Metadata, b.Metadata)
}

// copyRun are events of one stream that follow one another in the source, to be
// stored in one append.
type copyRun struct {
	stream string
	first  uint64
	events []Event
	bytes  int
}

func (c *copyRun) takes(r Recorded) bool {
	return len(c.events) == 0 || r.Stream == c.stream && r.Revision == c.first+uint64(len(c.events)) &&
		len(c.events) < copyEvents && c.bytes+len(r.Data)+len(r.Metadata) <= copyBytes
}

func (c *copyRun) add(r Recorded) {
	if len(c.events) == 0 {
		c.stream, c.first = r.Stream, r.Revision
	}
	c.events = append(c.events, r.Event)
	c.bytes += len(r.Data) + len(r.Metadata)
}

func (c *copyRun) append(ctx context.Context, to Store) error {
	if len(c.events) == 0 {
		return nil
	}
	expected := NoStream()
	if c.first > 0 {
		expected = Exactly(c.first - 1)
	}
	_, err := to.Append(ctx, c.stream, expected, c.events)
	for n := 1; n < copyTries && errors.Is(err, ErrOutcomeUnknown) && ctx.Err() == nil; n++ {
		_, err = to.Append(ctx, c.stream, expected, c.events)
	}
	if err != nil {
		return fmt.Errorf("writing to the destination: %w", err)
	}
	return nil
}
