package journal

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// schemaVersion is stored with every event. Changing the stored form of an
// event type needs a higher version and an upcaster.
const schemaVersion = 1

// encode writes an event's data in canonical form (RFC 8785).
func encode(e any) ([]byte, error) {
	switch e := e.(type) {
	case game.MovePlayed:
		return appendMovePlayed(make([]byte, 0, 224), e), nil
	case game.TurnPassed:
		return appendTurnPassed(make([]byte, 0, 160), e), nil
	}
	b, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("journal: encode %T: %w", e, err)
	}
	return jcs.Transform(b)
}

// gameEvents are the events of games. A new one needs a row here, a golden
// file, and an Apply in package game.
var gameEvents = eventTypesOf[game.Event](
	game.Created{}, game.PlayerJoined{}, game.SetupChosen{}, game.Started{},
	game.MovePlayed{}, game.TurnPassed{},
	game.TimeExpired{}, game.PlayerResigned{}, game.Ended{},
	game.TakebackOffered{}, game.TakebackDeclined{}, game.TurnsTakenBack{},
	game.DrawOffered{}, game.DrawDeclined{}, game.TimeAdded{},
	game.RematchOffered{}, game.RematchDeclined{}, game.Rematched{},
	game.Superseded{}, game.LabelsSet{}, game.HintGiven{},
)

// decode reads an event of a game's stream. An unknown type or schema version
// is an error: guessing would fold a different game.
func decode(eventType string, schema int, data []byte) (game.Event, error) {
	if err := knownSchema(schema); err != nil {
		return nil, err
	}
	switch eventType { // most events are turns, so they have their own readers
	case "MovePlayed":
		if e, ok := readMovePlayed(data); ok {
			return e, nil
		}
	case "TurnPassed":
		if e, ok := readTurnPassed(data); ok {
			return e, nil
		}
	}
	e, err := gameEvents.decodeData(eventType, data)
	if created, ok := e.(game.Created); ok && err == nil {
		internStrings(&created)
		return created, nil
	}
	return e, err
}

var errUnknownType = errors.New("unknown event type")

// IsGameEvent reports whether a game's stream may have events of a type.
func IsGameEvent(eventType string) bool {
	_, known := gameEvents[eventType]
	return known
}

func knownSchema(version int) error {
	if version != schemaVersion {
		return fmt.Errorf("unknown schema version %d; this program knows %d", version, schemaVersion)
	}
	return nil
}

// decodeRecorded reads an event of a game's stream and its metadata.
func decodeRecorded(r eventstore.Recorded) (Metadata, game.Event, error) {
	m, err := decodeMetadata(r.Metadata)
	if err == nil {
		var e game.Event
		if e, err = decode(r.Type, m.Schema, r.Data); err == nil {
			return m, e, nil
		}
	}
	return m, nil, damaged(r, err)
}

// damaged wraps the reason why an event cannot be read.
func damaged(r eventstore.Recorded, err error) error {
	return fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
}
