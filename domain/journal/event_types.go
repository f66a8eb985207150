package journal

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/janggid/janggid/eventstore"
)

// storedEvent is an event of any aggregate.
type storedEvent interface {
	// EventType is the name under which the event is stored.
	EventType() string
}

// eventTypes maps the stored names of an aggregate's events to their Go types.
type eventTypes[E storedEvent] map[string]reflect.Type

func eventTypesOf[E storedEvent](samples ...E) eventTypes[E] {
	types := eventTypes[E]{}
	for _, e := range samples {
		types[e.EventType()] = reflect.TypeOf(e)
	}
	return types
}

// entry is a decoded event of a stream.
type entry[E storedEvent] struct {
	Event    E
	Metadata Metadata
	Revision uint64
	Position eventstore.Position
}

// decode reads an event and its metadata. Its error wraps ErrDamaged.
func (t eventTypes[E]) decode(r eventstore.Recorded) (entry[E], error) {
	e := entry[E]{Revision: r.Revision, Position: r.Position}
	var err error
	if e.Metadata, err = decodeMetadata(r.Metadata); err == nil {
		err = knownSchema(e.Metadata.Schema)
	}
	if err == nil {
		e.Event, err = t.decodeData(r.Type, r.Data)
	}
	if err != nil {
		return e, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return e, nil
}

func (t eventTypes[E]) decodeData(eventType string, data []byte) (e E, err error) {
	goType, known := t[eventType]
	if !known {
		return e, fmt.Errorf("%w %q", errUnknownType, eventType)
	}
	value := reflect.New(goType)
	if err := json.Unmarshal(data, value.Interface()); err != nil {
		return e, fmt.Errorf("%s: %w", eventType, err)
	}
	return value.Elem().Interface().(E), nil
}
