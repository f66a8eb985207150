package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
)

// Player is a player as the store tells it.
type Player struct {
	ID       string
	State    player.State
	Revision uint64
	Position eventstore.Position
}

// PlayerID takes the id out of the name of a player's stream.
func PlayerID(stream string) (string, bool) { return strings.CutPrefix(stream, playerPrefix) }

// ValidPlayerID tells whether an id, which may come from somebody else's token,
// can name a stream: 1 to 255 visible ASCII characters.
func ValidPlayerID(id string) bool {
	if id == "" || len(id) > 255 {
		return false
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}

// Player reads a player; ErrNotFound where the store has none of that id.
func (j *Journal) Player(ctx context.Context, id string) (Player, error) {
	if !ValidPlayerID(id) {
		return Player{}, ErrNotFound
	}
	p, found := Player{ID: id}, false
	for r, err := range j.store.ReadStream(ctx, playerPrefix+id, 0) {
		if err != nil {
			return Player{}, fmt.Errorf("journal: player: %w", err)
		}
		e, err := DecodePlayerEvent(r)
		if err != nil {
			return Player{}, err
		}
		p.State = player.Evolve(p.State, e)
		p.Revision, p.Position, found = r.Revision, r.Position, true
	}
	if !found {
		return Player{}, ErrNotFound
	}
	return p, nil
}

// DecodePlayerEvent reads an event of a player's stream. Its error wraps
// ErrDamaged.
func DecodePlayerEvent(r eventstore.Recorded) (player.Event, error) {
	e, err := decodePlayerEvent(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return e, nil
}

func decodePlayerEvent(r eventstore.Recorded) (player.Event, error) {
	m, err := decodeMetadata(r.Metadata)
	if err != nil {
		return nil, err
	}
	if err := knownSchema(m.Schema); err != nil {
		return nil, err
	}
	switch r.Type {
	case player.Registered{}.EventType():
		var e player.Registered
		err = json.Unmarshal(r.Data, &e)
		return e, err
	case player.Renamed{}.EventType():
		var e player.Renamed
		err = json.Unmarshal(r.Data, &e)
		return e, err
	}
	return nil, fmt.Errorf("unknown event type %q", r.Type)
}

// NewPlayer registers a player under a fresh id. The name must be clean.
func (j *Journal) NewPlayer(ctx context.Context, name string, at game.Instant) (Player, error) {
	return j.appendPlayer(ctx, Player{ID: j.newID().String()}, eventstore.NoStream(), player.Registered{Name: name}, at)
}

// EnsurePlayer registers a player under an id from somebody else's token, or
// gives it the name that it has there now. ErrNotFound for an id that cannot
// be one.
func (j *Journal) EnsurePlayer(ctx context.Context, id, name string, at game.Instant) (Player, error) {
	if !ValidPlayerID(id) {
		return Player{}, ErrNotFound
	}
	for range attempts {
		p, err := j.Player(ctx, id)
		expected, event := eventstore.Exactly(p.Revision), player.Event(player.Renamed{Name: name})
		switch {
		case errors.Is(err, ErrNotFound):
			p, expected, event = Player{ID: id}, eventstore.NoStream(), player.Registered{Name: name}
		case err != nil || p.State.Name == name:
			return p, err
		}
		p, err = j.appendPlayer(ctx, p, expected, event, at)
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); !conflict {
			return p, err
		}
	}
	return Player{}, ErrConflict
}

func (j *Journal) appendPlayer(ctx context.Context, p Player, expected eventstore.Expectation, e player.Event, at game.Instant) (Player, error) {
	data, err := encode(e)
	if err != nil {
		return Player{}, err
	}
	event := eventstore.Event{
		ID: j.newID(), Type: e.EventType(), Data: data,
		Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: at}),
	}
	appended, err := j.appendSurely(ctx, playerPrefix+p.ID, expected, []eventstore.Event{event})
	if err != nil {
		return Player{}, fmt.Errorf("journal: player: %w", err)
	}
	p.State = player.Evolve(p.State, e)
	p.Revision, p.Position = appended.Revision, appended.Position
	return p, nil
}
