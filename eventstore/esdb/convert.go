package esdb

import (
	"math"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

func expectedRevision(e eventstore.Expectation) client.ExpectedRevision {
	if e == eventstore.NoStream() {
		return client.NoStream{}
	}
	return client.Revision(e.Next() - 1)
}

func recorded(e *client.RecordedEvent) eventstore.Recorded {
	position := e.Position.Commit
	if position == math.MaxUint64 {
		position = 0 // not told: servers before 22.10 do so when a stream is read
	}
	return eventstore.Recorded{
		Event:    eventstore.Event{ID: e.EventID, Type: e.EventType, Data: e.Data, Metadata: e.UserMetadata},
		Stream:   e.StreamID,
		Revision: e.EventNumber,
		Position: eventstore.Position(position),
	}
}

// placeOf is where the event at a position stands.
func placeOf(p eventstore.Position) client.Position {
	return client.Position{Commit: uint64(p), Prepare: uint64(p)}
}

// start is where to read what stands after a place.
func start(after client.Position) client.AllPosition {
	if after == (client.Position{}) {
		return client.Start{}
	}
	return after
}

func isBefore(p, q client.Position) bool {
	return p.Commit < q.Commit || p.Commit == q.Commit && p.Prepare < q.Prepare
}

// isWanted tells this program's events from others'. The types of the server's
// own events, the tombstone of a stream among them, start with a dollar sign.
func (s *Store) isWanted(e *client.RecordedEvent) bool {
	return !strings.HasPrefix(e.EventType, "$") && s.isOwn(e.StreamID)
}

// isOwn tells this program's streams from others'.
func (s *Store) isOwn(stream string) bool {
	if len(s.options.Prefixes) == 0 {
		return !strings.HasPrefix(stream, "$")
	}
	for _, prefix := range s.options.Prefixes {
		if strings.HasPrefix(stream, prefix) {
			return true
		}
	}
	return false
}

// filter lets the server choose what isWanted would, and what tells that a stream
// is gone. Without prefixes the latter is not asked for.
func (s *Store) filter() *client.SubscriptionFilter {
	if len(s.options.Prefixes) == 0 {
		return client.ExcludeSystemEventsFilter()
	}
	var prefixes []string
	for _, prefix := range s.options.Prefixes {
		prefixes = append(prefixes, prefix, metastreamPrefix+prefix)
	}
	return &client.SubscriptionFilter{Type: client.StreamFilterType, Prefixes: prefixes}
}
