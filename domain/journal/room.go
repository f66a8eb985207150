package journal

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// roomAlphabet leaves out letters and digits that are easily mistaken for
// another.
const roomAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

const roomCodeLength = 6

// RoomReserved is the only event of a room's stream: the code belongs to a game
// for ever.
type RoomReserved struct {
	Game string `json:"game"`
}

// EventType is the name under which the event is stored.
func (RoomReserved) EventType() string { return "RoomReserved" }

// reserveRoom takes a free code for a game. Candidates follow from the game's
// id, so that a repeated creation meets its own reservation again.
func (j *Journal) reserveRoom(ctx context.Context, gameID string, at game.Instant) (string, error) {
	data, err := encode(RoomReserved{Game: gameID})
	if err != nil {
		return "", err
	}
	metadata := appendMetadata(nil, Metadata{Schema: schemaVersion, Time: at})
	for n := 0; ; n++ {
		code := roomCode(j.derive("room code", gameID, strconv.Itoa(n)))
		event := eventstore.Event{ID: j.newID(), Type: RoomReserved{}.EventType(), Data: data, Metadata: metadata}
		_, err := j.appendSurely(ctx, roomPrefix+code, eventstore.NoStream(), []eventstore.Event{event})
		if _, taken := errors.AsType[*eventstore.ConflictError](err); taken {
			holder, err := roomHolder(ctx, j.store, code)
			if err != nil {
				return "", err
			}
			if holder == gameID {
				return code, nil
			}
			continue
		}
		if err != nil {
			return "", fmt.Errorf("journal: reserve room: %w", err)
		}
		return code, nil
	}
}

func roomCode(random []byte) string {
	n := binary.BigEndian.Uint64(random)
	var code [roomCodeLength]byte
	for i := range code {
		code[i] = roomAlphabet[n%uint64(len(roomAlphabet))]
		n /= uint64(len(roomAlphabet))
	}
	return string(code[:])
}

// NormalRoomCode brings a code as somebody typed it into the form that it has
// here; false for a text that can be none.
func NormalRoomCode(s string) (string, bool) {
	s = strings.ToUpper(s)
	if len(s) != roomCodeLength || strings.Trim(s, roomAlphabet) != "" {
		return "", false
	}
	return s, true
}

// RoomCode takes the code out of the name of a room's stream.
func RoomCode(stream string) (string, bool) { return strings.CutPrefix(stream, roomPrefix) }

// Room is the game that a room code belongs to. ErrNotFound where there is
// none; also where the code was reserved for a game that never came to be.
func (j *Journal) Room(ctx context.Context, code string) (*Game, error) {
	code, ok := NormalRoomCode(code)
	if !ok {
		return nil, ErrNotFound
	}
	id, err := roomHolder(ctx, j.store, code)
	if err != nil {
		return nil, err
	}
	return j.Load(ctx, id)
}

// roomHolder is the id of the game that a code is reserved for, or ErrNotFound.
func roomHolder(ctx context.Context, store eventstore.Store, code string) (string, error) {
	for r, err := range store.ReadStream(ctx, roomPrefix+code, 0) {
		if err != nil {
			return "", fmt.Errorf("journal: room: %w", err)
		}
		e, err := decodeRoomReserved(r)
		if err != nil {
			return "", err
		}
		return e.Game, nil
	}
	return "", ErrNotFound
}

func decodeRoomReserved(r eventstore.Recorded) (RoomReserved, error) {
	var e RoomReserved
	if r.Type != e.EventType() {
		return e, fmt.Errorf("%w: %s: unknown event type %q", ErrDamaged, r.Stream, r.Type)
	}
	if err := json.Unmarshal(r.Data, &e); err != nil {
		return e, fmt.Errorf("%w: %s: %w", ErrDamaged, r.Stream, err)
	}
	return e, nil
}
