package journal

import (
	"context"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/presence"
)

const presencePrefix = "presence-"

// Presences record which players are present.
type Presences struct {
	streams *repository[presence.State, presence.Event]
}

var presenceStreams = aggregate[presence.State, presence.Event]{
	name: "presence", prefix: presencePrefix,
	types: eventTypesOf[presence.Event](presence.WentAway{}, presence.CameBack{}),
	apply: func(s *presence.State, e entry[presence.Event]) { s.Apply(e.Event) },
	// The last event has the whole state; one read returns some hundreds.
	tail:   256,
	cached: 100_000,
}

// PresenceOf extracts the player's id from the name of a presence stream.
func PresenceOf(stream string) (string, bool) { return strings.CutPrefix(stream, presencePrefix) }

// Of returns a player's recorded presence.
func (p *Presences) Of(ctx context.Context, player string) (presence.State, error) {
	if !ValidPlayerID(player) {
		return presence.State{}, ErrNotFound
	}
	s := p.streams.open(player)
	defer s.close()
	err := s.load(ctx)
	return s.state, err
}

// Leave records that a player's last stream on a node ended at since.
func (p *Presences) Leave(ctx context.Context, player string, since, at game.Instant) error {
	return p.record(ctx, player, at, func(s *presence.State) ([]presence.Event, error) { return s.Leave(since), nil })
}

// Return records that a player has a stream. It writes nothing if the store
// already knows.
func (p *Presences) Return(ctx context.Context, player string, at game.Instant) error {
	return p.record(ctx, player, at, func(s *presence.State) ([]presence.Event, error) { return s.Return(), nil })
}

func (p *Presences) record(ctx context.Context, player string, at game.Instant, decide func(*presence.State) ([]presence.Event, error)) error {
	if !ValidPlayerID(player) {
		return ErrNotFound
	}
	s := p.streams.open(player)
	defer s.close()
	return s.update(ctx, Metadata{Time: at}, decide)
}
