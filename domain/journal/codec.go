package journal

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// schemaVersion is written with every event. An event type whose stored form
// changes gets a higher one, and an upcaster from the lower.
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

// decode reads an event of a game's stream. A type or a schema version that
// this program does not know is an error: guessing would fold another game.
func decode(eventType string, schema int, data []byte) (game.Event, error) {
	if err := knownSchema(schema); err != nil {
		return nil, err
	}
	switch eventType {
	case "GameCreated":
		return decodeCreated(data)
	case "PlayerJoined":
		return decodeAs[game.PlayerJoined](data)
	case "SetupChosen":
		return decodeAs[game.SetupChosen](data)
	case "GameStarted":
		return decodeAs[game.Started](data)
	case "MovePlayed":
		if e, ok := readMovePlayed(data); ok {
			return e, nil
		}
		return decodeAs[game.MovePlayed](data)
	case "TurnPassed":
		if e, ok := readTurnPassed(data); ok {
			return e, nil
		}
		return decodeAs[game.TurnPassed](data)
	case "TimeExpired":
		return decodeAs[game.TimeExpired](data)
	case "PlayerResigned":
		return decodeAs[game.PlayerResigned](data)
	case "GameEnded":
		return decodeAs[game.Ended](data)
	case "GameSuperseded":
		return decodeAs[game.Superseded](data)
	case "LabelsSet":
		return decodeAs[game.LabelsSet](data)
	}
	return decodeTalk(eventType, data)
}

// decodeTalk reads what players say to each other about a game.
func decodeTalk(eventType string, data []byte) (game.Event, error) {
	switch eventType {
	case "TakebackOffered":
		return decodeAs[game.TakebackOffered](data)
	case "TakebackDeclined":
		return decodeAs[game.TakebackDeclined](data)
	case "TurnsTakenBack":
		return decodeAs[game.TurnsTakenBack](data)
	case "DrawOffered":
		return decodeAs[game.DrawOffered](data)
	case "DrawDeclined":
		return decodeAs[game.DrawDeclined](data)
	case "TimeAdded":
		return decodeAs[game.TimeAdded](data)
	case "RematchOffered":
		return decodeAs[game.RematchOffered](data)
	case "RematchDeclined":
		return decodeAs[game.RematchDeclined](data)
	case "GameRematched":
		return decodeAs[game.Rematched](data)
	}
	return nil, fmt.Errorf("%w %q", errUnknownType, eventType)
}

var errUnknownType = errors.New("unknown event type")

// IsGameEvent tells whether a game's stream may have events of a type.
func IsGameEvent(eventType string) bool {
	_, err := decode(eventType, schemaVersion, []byte("{}"))
	return !errors.Is(err, errUnknownType)
}

func knownSchema(version int) error {
	if version != schemaVersion {
		return fmt.Errorf("schema version %d, this program knows %d", version, schemaVersion)
	}
	return nil
}

func decodeCreated(data []byte) (game.Event, error) {
	e, err := decodeAs[game.Created](data)
	if err != nil {
		return nil, err
	}
	created := e.(game.Created)
	shareTexts(&created)
	return created, nil
}

func decodeAs[E game.Event](data []byte) (game.Event, error) {
	var e E
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("%s: %w", e.EventType(), err)
	}
	return e, nil
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

// damaged says which event cannot be read, and why.
func damaged(r eventstore.Recorded, err error) error {
	return fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
}
