package journal

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
)

// Players are the registered players.
type Players struct {
	streams *repository[player.State, player.Event]
	newID   func() uuid.UUID
}

// Player is a registered player.
type Player struct {
	ID       string
	State    player.State
	Revision uint64
	Position eventstore.Position
}

var playerStreams = aggregate[player.State, player.Event]{
	name: "player", prefix: playerPrefix,
	types: eventTypesOf[player.Event](player.Registered{}, player.Renamed{}),
	apply: func(s *player.State, e entry[player.Event]) { *s = player.Evolve(*s, e.Event) },
}

// PlayerID extracts the id from the name of a player's stream.
func PlayerID(stream string) (string, bool) { return strings.CutPrefix(stream, playerPrefix) }

// ValidPlayerID reports whether an id from another issuer's token can name a
// stream: 1 to 255 visible ASCII characters.
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

// DecodePlayerEvent reads an event of a player's stream. Its error wraps
// ErrDamaged.
func DecodePlayerEvent(r eventstore.Recorded) (player.Event, error) {
	e, err := playerStreams.types.decode(r)
	return e.Event, err
}

// Load returns a player; ErrNotFound if there is none with that id.
func (p *Players) Load(ctx context.Context, id string) (Player, error) {
	if !ValidPlayerID(id) {
		return Player{}, ErrNotFound
	}
	s := p.streams.open(id)
	defer s.close()
	if err := s.load(ctx); err != nil {
		return Player{}, err
	}
	if s.empty() {
		return Player{}, ErrNotFound
	}
	return loadedPlayer(s), nil
}

// Register stores a player under a fresh id. The name must be clean.
func (p *Players) Register(ctx context.Context, name string, at game.Instant) (Player, error) {
	return p.named(ctx, p.newID().String(), name, at)
}

// Ensure registers a player under an id from another issuer's token, or updates
// the name. ErrNotFound for an invalid id.
func (p *Players) Ensure(ctx context.Context, id, name string, at game.Instant) (Player, error) {
	if !ValidPlayerID(id) {
		return Player{}, ErrNotFound
	}
	return p.named(ctx, id, name, at)
}

func (p *Players) named(ctx context.Context, id, name string, at game.Instant) (Player, error) {
	s := p.streams.open(id)
	defer s.close()
	err := s.update(ctx, Metadata{Time: at}, func(state *player.State) ([]player.Event, error) {
		switch {
		case s.empty():
			return []player.Event{player.Registered{Name: name}}, nil
		case state.Name != name:
			return []player.Event{player.Renamed{Name: name}}, nil
		}
		return nil, nil
	})
	if err != nil {
		return Player{}, err
	}
	return loadedPlayer(s), nil
}

func loadedPlayer(s *stream[player.State, player.Event]) Player {
	return Player{ID: s.id, State: s.state, Revision: s.next.Next() - 1, Position: s.position}
}
