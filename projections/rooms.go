package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
)

// roomRow is a room code and the id of the game that it belongs to for ever.
type roomRow struct{ code, game string }

func foldRoom(code string, events []eventstore.Recorded) (change, error) {
	e, err := journal.DecodeRoomEvent(events[0])
	if err != nil {
		return change{}, err
	}
	return change{room: &roomRow{code, e.(room.Reserved).Game}}, nil
}

const roomQuery = "SELECT game FROM rooms WHERE code = ?"

// Room is the game that a room code belongs to, in either case of letters.
// journal.ErrNotFound where there is none.
func (m *Model) Room(ctx context.Context, code string) (*journal.Game, error) {
	code, ok := room.ParseCode(code)
	if !ok {
		return nil, journal.ErrNotFound
	}
	var id string
	err := m.look(ctx, func(db *sql.DB) error { return scan(db.QueryRowContext(ctx, roomQuery, code), &id) })
	switch {
	case errors.Is(err, sql.ErrNoRows), errors.Is(err, ErrRebuilding):
		return m.journal.Room(ctx, code) // it may be newer than the model
	case err != nil:
		return nil, fmt.Errorf("read model: room: %w", err)
	}
	return m.journal.Load(ctx, id)
}
