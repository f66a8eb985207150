package journal

import (
	"context"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
)

var roomStreams = aggregate[room.Reserved, room.Event]{
	name: "room", prefix: roomPrefix,
	types: eventTypesOf[room.Event](room.Reserved{}),
	apply: func(s *room.Reserved, e entry[room.Event]) { *s = e.Event.(room.Reserved) },
}

// RoomCode extracts the code from the name of a room's stream.
func RoomCode(stream string) (string, bool) { return strings.CutPrefix(stream, roomPrefix) }

// DecodeRoomEvent reads an event of a room's stream. Its error wraps
// ErrDamaged.
func DecodeRoomEvent(r eventstore.Recorded) (room.Event, error) {
	e, err := roomStreams.types.decode(r)
	return e.Event, err
}

// Room returns the game of a room code. ErrNotFound if there is none, or if the
// code was reserved for a game that was never created.
func (j *Journal) Room(ctx context.Context, code string) (*Game, error) {
	code, ok := room.ParseCode(code)
	if !ok {
		return nil, ErrNotFound
	}
	id, err := roomHolder(ctx, j.rooms, code)
	if err != nil {
		return nil, err
	}
	return j.Load(ctx, id)
}

// CheckRoom reads a room's stream. ErrNotFound where there is none.
func (j *Journal) CheckRoom(ctx context.Context, code string) error {
	_, err := roomHolder(ctx, j.rooms, code)
	return err
}

// reserveRoom takes a free code for a game. Candidates follow from the game's
// id, so that a repeated creation meets its own reservation again.
func (j *Journal) reserveRoom(ctx context.Context, gameID string, at game.Instant) (string, error) {
	for n := 0; ; n++ {
		code := room.Code(j.derive("room code", gameID, strconv.Itoa(n)))
		_, err := j.rooms.create(ctx, code, Metadata{Time: at}, room.Reserved{Game: gameID})
		if isConflict(err) {
			var holder string
			if holder, err = roomHolder(ctx, j.rooms, code); err == nil && holder != gameID {
				continue
			}
		}
		if !isStreamsOwn(err) {
			return code, err
		}
	}
}

// roomHolder returns the id of the game that a code is reserved for, or
// ErrNotFound.
func roomHolder(ctx context.Context, rooms *repository[room.Reserved, room.Event], code string) (string, error) {
	s := rooms.open(code)
	defer s.close()
	if err := s.load(ctx); err != nil {
		return "", err
	}
	if s.empty() {
		return "", ErrNotFound
	}
	return s.state.Game, nil
}
