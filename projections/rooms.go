package projections

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// room is a room code and the id of the game that it belongs to for ever.
type room struct{ code, game string }

func foldRoom(code string, events []eventstore.Recorded) (change, error) {
	var e journal.RoomReserved
	if err := json.Unmarshal(events[0].Data, &e); err != nil {
		return change{}, fmt.Errorf("%w: %s: %w", journal.ErrDamaged, events[0].Stream, err)
	}
	return change{room: &room{code, e.Game}}, nil
}

const roomQuery = "SELECT game FROM rooms WHERE code = ?"

// Room is the game that a room code belongs to, in either case of letters.
// journal.ErrNotFound where there is none.
func (m *Model) Room(ctx context.Context, code string) (*journal.Game, error) {
	code, ok := journal.NormalRoomCode(code)
	if !ok {
		return nil, journal.ErrNotFound
	}
	var id string
	err := m.file.read.QueryRowContext(ctx, roomQuery, code).Scan(&id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return m.journal.Room(ctx, code) // it may be newer than the model
	case err != nil:
		return nil, fmt.Errorf("read model: room: %w", err)
	}
	return m.journal.Load(ctx, id)
}
