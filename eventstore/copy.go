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

	// Gone are the streams of the source that were deleted or cut with other
	// tools, so far, and are left out whole.
	Gone []GoneStream
}

// GoneStream is a stream that a copy leaves out.
type GoneStream struct {
	Stream string
	Reason error
	Found  uint64 // its events in the destination from an earlier copy, which stay
}

const (
	copyEvents = 256       // of one append at most
	copyBytes  = 256 << 10 // a quarter of what EventStoreDB takes unless told otherwise
	copyTries  = 5         // of one append whose outcome is unknown
)

// Copy appends the events of one store to another, each with its stream,
// revision, id, type, data and metadata, in the order of the source's positions.
// Positions themselves are each store's own. ours says which streams are copied;
// nil copies all.
//
// Streams of the source that were deleted or cut are left out whole, whatever is
// still shown of them; what the destination has of them from before stays.
//
// The destination must hold nothing, or what an earlier copy of the same source
// put there: that is compared event by event and not written again, so that a
// copy that was interrupted goes on where it ended, and one made while the source
// was in use catches up. Errors: ErrOther, a *ConflictError when somebody else
// writes to the destination, and the stores'.
func Copy(ctx context.Context, from, to Store, ours func(stream string) bool, progress func(Copied)) error {
	c := copying{from: from, to: to, gone: NewGone(from), left: map[string]int{}}
	source, stopSource := iter.Pull2(c.present(ctx, ours))
	defer stopSource()
	if err := c.skipCopied(ctx, source, ours); err != nil {
		return err
	}
	progress(c.done)
	for run := (copyRun{}); ; {
		r, err, more := source()
		if err != nil {
			return fmt.Errorf("reading the source: %w", err)
		}
		if !more || !run.takes(r) {
			if err := run.append(ctx, to); err != nil {
				return err
			}
			c.done.Events += uint64(len(run.events))
			progress(c.done)
			run = copyRun{}
		}
		if !more {
			return ctx.Err()
		}
		run.add(r)
	}
}

// copying is a copy under way.
type copying struct {
	from, to Store
	gone     *Gone
	left     map[string]int // places in done.Gone
	done     Copied
}

// present yields the source's events but for those of streams that are gone.
func (c *copying) present(ctx context.Context, ours func(string) bool) iter.Seq2[Recorded, error] {
	return func(yield func(Recorded, error) bool) {
		for r, err := range c.from.ReadAll(ctx, 0) {
			if err == nil && ours != nil && !ours(r.Stream) {
				continue
			}
			var gone bool
			if err == nil {
				gone, err = c.isGone(ctx, r.Stream)
			}
			if !gone && !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// isGone tells whether the source's stream is gone, and takes note of it.
func (c *copying) isGone(ctx context.Context, stream string) (bool, error) {
	reason, err := c.gone.Reason(ctx, stream)
	if reason == nil || err != nil {
		return false, err
	}
	if _, known := c.left[stream]; !known {
		c.left[stream] = len(c.done.Gone)
		c.done.Gone = append(c.done.Gone, GoneStream{Stream: stream, Reason: reason})
	}
	return true, nil
}

// skipCopied reads the source up to where the destination ends.
func (c *copying) skipCopied(ctx context.Context, source func() (Recorded, error, bool), ours func(string) bool) error {
	for there, err := range c.to.ReadAll(ctx, 0) {
		if err != nil {
			return fmt.Errorf("reading the destination: %w", err)
		}
		if ours != nil && !ours(there.Stream) {
			continue
		}
		gone, err := c.isGone(ctx, there.Stream)
		if err != nil {
			return fmt.Errorf("reading the source: %w", err)
		}
		if gone {
			c.done.Gone[c.left[there.Stream]].Found++
			continue
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
		c.done.Events++
		c.done.Found++
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
