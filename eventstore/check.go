package eventstore

import (
	"fmt"

	"github.com/google/uuid"
)

// CheckAppend says, with an error that wraps ErrInvalid, why an append could
// never be stored. Every store asks it before anything else, so that all refuse
// the same.
func CheckAppend(stream string, expected Expectation, events []Event) error {
	switch {
	case stream == "":
		return fmt.Errorf("%w: no stream name", ErrInvalid)
	case !expected.Valid():
		return fmt.Errorf("%w: unset expectation", ErrInvalid)
	case len(events) == 0:
		return fmt.Errorf("%w: no events", ErrInvalid)
	}
	for i := range events {
		switch {
		case events[i].ID == uuid.Nil:
			return fmt.Errorf("%w: event %d has no id", ErrInvalid, i)
		case events[i].Type == "":
			return fmt.Errorf("%w: event %d has no type", ErrInvalid, i)
		}
	}
	return checkDistinct(events)
}

func checkDistinct(events []Event) error {
	if len(events) == 1 {
		return nil // by far the most appends: spare them the map
	}
	seen := make(map[uuid.UUID]struct{}, len(events))
	for i := range events {
		if _, twice := seen[events[i].ID]; twice {
			return fmt.Errorf("%w: id %s stands twice", ErrInvalid, events[i].ID)
		}
		seen[events[i].ID] = struct{}{}
	}
	return nil
}
