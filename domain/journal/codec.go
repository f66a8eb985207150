package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// schemaVersion is written with every event. An event type whose stored form
// changes gets a higher one, and an upcaster from the lower.
const schemaVersion = 1

// encode writes an event's data in canonical form.
func encode(e any) ([]byte, error) {
	if turn, ok := e.(game.MovePlayed); ok {
		return appendMovePlayed(make([]byte, 0, 256), turn), nil
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, fmt.Errorf("journal: encode %T: %w", e, err)
	}
	return canonical(bytes.TrimSuffix(buf.Bytes(), []byte("\n")))
}

// canonical brings JSON whose struct fields already stand in order into the
// form of RFC 8785. Plain ASCII without escapes is in that form already.
func canonical(b []byte) ([]byte, error) {
	for _, c := range b {
		if c == '\\' || c >= utf8.RuneSelf {
			return jcs.Transform(b)
		}
	}
	return b, nil
}

// decode reads an event of a game's stream. A type or a schema version that
// this program does not know is an error: guessing would fold another game.
func decode(eventType string, schema int, data []byte) (game.Event, error) {
	if schema != schemaVersion {
		return nil, fmt.Errorf("journal: event %s has schema version %d, this program knows %d", eventType, schema, schemaVersion)
	}
	switch eventType {
	case "GameCreated":
		return decodeAs[game.Created](data)
	case "PlayerJoined":
		return decodeAs[game.PlayerJoined](data)
	case "SetupChosen":
		return decodeAs[game.SetupChosen](data)
	case "GameStarted":
		return decodeAs[game.Started](data)
	case "MovePlayed":
		return decodeAs[game.MovePlayed](data)
	case "TurnPassed":
		return decodeAs[game.TurnPassed](data)
	case "TimeExpired":
		return decodeAs[game.TimeExpired](data)
	case "PlayerResigned":
		return decodeAs[game.PlayerResigned](data)
	case "GameEnded":
		return decodeAs[game.Ended](data)
	}
	return nil, fmt.Errorf("journal: unknown event type %q", eventType)
}

func decodeAs[E game.Event](data []byte) (game.Event, error) {
	var e E
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("journal: event %s: %w", e.EventType(), err)
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
	return m, nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
}
