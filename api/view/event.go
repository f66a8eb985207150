package view

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

type Event struct {
	Revision uint64           `json:"revision"`
	Type     string           `json:"type"`
	ID       uuid.UUID        `json:"id"`
	Time     game.Instant     `json:"time"`
	Data     json.RawMessage  `json:"data" swaggertype:"object"`
	Metadata journal.Metadata `json:"metadata"` // its public part
} // @name Event

func NewEvent(r eventstore.Recorded) (Event, error) {
	m, err := journal.PublicMetadata(r.Metadata)
	return Event{Revision: r.Revision, Type: r.Type, ID: r.ID, Time: m.Time, Data: r.Data, Metadata: m}, err
}
