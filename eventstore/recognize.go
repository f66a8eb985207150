package eventstore

import (
	"context"
	"errors"
	"fmt"
)

// Recognizer is a Store in which one answer proves nothing: its server may lag,
// or not know that another leads.
type Recognizer interface {
	Store

	// Recognize is the function Recognize for this store. It asks until it is
	// sure, and waits for a server that is away for as long as other reads do.
	Recognize(ctx context.Context, upTo Position, marks []Mark) error
}

// Recognize tells, with ErrOtherHistory, that a store does not hold what a reader
// remembers: an event in the place of each mark, and events up to a position.
// A mark of a stream that was deleted says nothing. Answers of a Store that is no
// Recognizer are sure at once.
func Recognize(ctx context.Context, s Store, upTo Position, marks []Mark) error {
	if r, ok := s.(Recognizer); ok {
		return r.Recognize(ctx, upTo, marks)
	}
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	if head < upTo {
		return fmt.Errorf("%w: it ends at %s, before %s", ErrOtherHistory, head, upTo)
	}
	for _, mark := range marks {
		r, err := eventAt(ctx, s, mark)
		switch {
		case errors.Is(err, ErrDeleted):
		case err != nil:
			return err
		case r == nil:
			return fmt.Errorf("%w: %s has no revision %d", ErrOtherHistory, mark.Stream, mark.Revision)
		case r.ID != mark.ID:
			return fmt.Errorf("%w: revision %d of %s is event %s, not %s", ErrOtherHistory, mark.Revision, mark.Stream, r.ID, mark.ID)
		}
	}
	return nil
}

// eventAt gives the event in a mark's place, nil if there is none.
func eventAt(ctx context.Context, s Store, m Mark) (*Recorded, error) {
	for r, err := range s.ReadStream(ctx, m.Stream, m.Revision) {
		return &r, err
	}
	return nil, nil
}
