package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Whether a player is there is known to the nodes that hold streams of theirs;
// what one of them sees it writes into a stream of the player's, so that any
// node can decide a claim.

const presencePrefix = "presence-"

const (
	// cachedPresences bounds the memory for what was read of them.
	cachedPresences = 100_000

	// presenceTail is how much of a long stream is looked at: the last event tells
	// all, and in one read a store gives some hundreds of events.
	presenceTail = 256
)

// PlayerWentAway says that no stream of a player's was open for a while. One
// after another corrects it: a later stream ended on another node.
type PlayerWentAway struct {
	Since game.Instant `json:"since"` // when the last one ended
}

// PlayerCameBack says that a player has opened a stream who was away, or of whom
// nothing was known.
type PlayerCameBack struct{}

// EventType is the name under which the event is stored.
func (PlayerWentAway) EventType() string { return "PlayerWentAway" }

// EventType is the name under which the event is stored.
func (PlayerCameBack) EventType() string { return "PlayerCameBack" }

// Presence is what the store knows of a player's being there.
type Presence struct {
	Away  bool
	Since game.Instant // when the player's last stream ended, of those that were told of; meaningful when Away
	There bool         // had a stream, and no node saw the last one end

	next eventstore.Expectation
}

// PresenceOf takes the player's id out of the name of a presence stream.
func PresenceOf(stream string) (string, bool) { return strings.CutPrefix(stream, presencePrefix) }

// AwaySince is since when a player has been away; false for one who is there, as
// far as anybody knows.
func (j *Journal) AwaySince(ctx context.Context, player string) (game.Instant, bool, error) {
	p, err := j.presence(ctx, player)
	return p.Since, p.Away, err
}

// WentAway records that a player's last stream on a node ended and no other was
// opened there. Of several nodes that say so the one is right whose stream ended
// last.
func (j *Journal) WentAway(ctx context.Context, player string, since, at game.Instant) error {
	return j.recordPresence(ctx, player, at, func(p Presence) any {
		if p.Away && since <= p.Since {
			return nil
		}
		return PlayerWentAway{Since: since}
	})
}

// PresenceKnown tells whether the store says of a player that they are away or
// there; that has to be kept true.
func (j *Journal) PresenceKnown(ctx context.Context, player string) (bool, error) {
	p, err := j.presence(ctx, player)
	return p.Away || p.There, err
}

// WasThere tells whether a player had a stream on a node that has not seen it end.
// Without such a node there is none: it was killed.
func (j *Journal) WasThere(ctx context.Context, player string) (bool, error) {
	p, err := j.presence(ctx, player)
	return p.There, err
}

// CameBack records that a player has a stream. It writes nothing where the store
// knows already.
func (j *Journal) CameBack(ctx context.Context, player string, at game.Instant) error {
	return j.recordPresence(ctx, player, at, func(p Presence) any {
		if p.There {
			return nil
		}
		return PlayerCameBack{}
	})
}

func (j *Journal) recordPresence(ctx context.Context, player string, at game.Instant, decide func(Presence) any) error {
	for range attempts {
		p, err := j.presence(ctx, player)
		if err != nil {
			return err
		}
		e := decide(p)
		if e == nil {
			return nil
		}
		data, err := encode(e)
		if err != nil {
			return err
		}
		event := eventstore.Event{
			ID: j.newID(), Type: e.(interface{ EventType() string }).EventType(), Data: data,
			Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: at}),
		}
		_, err = j.appendSurely(ctx, presencePrefix+player, p.next, []eventstore.Event{event})
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); !conflict {
			return err
		}
	}
	return ErrConflict
}

// presence folds a player's stream on from where this node last read it.
func (j *Journal) presence(ctx context.Context, player string) (Presence, error) {
	if !ValidPlayerID(player) {
		return Presence{}, ErrNotFound
	}
	p, known := j.presences.GetIfPresent(player)
	from := p.next.Next()
	if !known {
		p = Presence{next: eventstore.NoStream()}
		var err error
		if from, err = j.tailFrom(ctx, presencePrefix+player, presenceTail); err != nil {
			return Presence{}, fmt.Errorf("journal: presence: %w", err)
		}
	}
	read := !known
	for r, err := range j.store.ReadStream(ctx, presencePrefix+player, from) {
		if err != nil {
			return Presence{}, fmt.Errorf("journal: presence: %w", err)
		}
		if err := p.fold(r); err != nil {
			return Presence{}, err
		}
		read = true
	}
	if read {
		j.presences.Set(player, p)
	}
	return p, nil
}

func (p *Presence) fold(r eventstore.Recorded) error {
	e, err := decodePresence(r)
	if err != nil {
		return err
	}
	away, gone := e.(PlayerWentAway)
	p.Away, p.Since, p.There = gone, away.Since, !gone
	p.next = eventstore.Exactly(r.Revision)
	return nil
}

func decodePresence(r eventstore.Recorded) (any, error) {
	switch r.Type {
	case PlayerWentAway{}.EventType():
		var e PlayerWentAway
		if err := json.Unmarshal(r.Data, &e); err != nil {
			return nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
		}
		return e, nil
	case PlayerCameBack{}.EventType():
		return PlayerCameBack{}, nil
	}
	return nil, fmt.Errorf("%w: %s revision %d: unknown event type %q", ErrDamaged, r.Stream, r.Revision, r.Type)
}
