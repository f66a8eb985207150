package journal

import (
	"encoding/json"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Metadata accompanies every event. All of it except Private is public.
type Metadata struct {
	Prev    *string      `json:"prev"` // hex SHA-256 of the previous event; null for a stream's first
	Private *Private     `json:"private,omitempty"`
	Schema  int          `json:"schema"`
	Side    *janggi.Side `json:"side"` // that caused it; null for the clock and in solo games
	Time    game.Instant `json:"time"` // arrival of the command
}

// Private metadata never leaves the server.
type Private struct {
	Actor       string `json:"actor,omitempty"`       // id of the command's sender
	Correlation string `json:"correlation,omitempty"` // id of the request
	Digest      string `json:"digest,omitempty"`      // of path and body, for the idempotency key
	Key         string `json:"key,omitempty"`         // idempotency key of the command whose last event this is
	Room        string `json:"room,omitempty"`        // room code, with GameCreated
}

func decodeMetadata(b []byte) (Metadata, error) {
	if m, ok := readMetadata(b); ok {
		return m, nil
	}
	var m Metadata
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("metadata: %w", err)
	}
	return m, nil
}

// PublicMetadata returns an event's metadata without its private part.
func PublicMetadata(b []byte) (Metadata, error) {
	m, err := decodeMetadata(b)
	m.Private = nil
	return m, err
}
