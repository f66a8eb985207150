package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/pairing"
)

const poolPrefix = "pairing-"

// Seeks are the pools of players waiting for a game. A pool's stream is named
// after its terms, and an append at an exact revision pairs two players, so
// nobody is paired twice on any nodes.
type Seeks struct {
	streams *repository[pairing.Pool, pairing.Event]
	journal *Journal
}

// Seek is the current state of a player's seek.
type Seek struct {
	pairing.Seek
	ID       string // names the pool too
	Pool     string
	Replayed bool // a retry under the same key
}

var poolStreams = aggregate[pairing.Pool, pairing.Event]{
	name: "pairing", prefix: poolPrefix,
	types: eventTypesOf[pairing.Event](pairing.Sought{}, pairing.Repeated{}, pairing.Withdrawn{}, pairing.Made{}),
	apply: func(p *pairing.Pool, e entry[pairing.Event]) { p.Apply(e.Event) },
	// Waiting players renew every few seconds. Only a client that asks again
	// knows an older seek.
	tail:   4096,
	cached: 1000,
}

// PoolOf extracts the pool's name from the name of its stream.
func PoolOf(stream string) (string, bool) { return strings.CutPrefix(stream, poolPrefix) }

// Enter adds a player to the pool of the same rules and clocks, or renews their
// waiting seek there. A player whose last seek led to a game without a turn
// gets that game again, because the answer may have been lost. Repeating a key
// means the same seek. draw is the player's side if this makes a pair. Errors:
// ErrKeyReused, ErrConflict, and the store's.
func (s *Seeks) Enter(ctx context.Context, terms pairing.Terms, draw janggi.Side, q Request) (Seek, error) {
	text, err := encode(terms.Unnamed())
	if err != nil {
		return Seek{}, err
	}
	sum := sha256.Sum256(text)
	pool := hex.EncodeToString(sum[:16])
	c := pairing.Enter{ID: uuid.NewString(), Player: q.Actor, Terms: terms, Game: s.journal.newID().String(), Side: draw}
	if q.Key != "" {
		if err := s.journal.useKey(ctx, q); err != nil {
			return Seek{}, err
		}
		c.ID, c.Keyed = uuid8(s.journal.derive("wish", q.Actor, q.Key, pool)), true
	}
	var replayed bool
	seek, err := s.update(ctx, pool, q.At, func(p *pairing.Pool) (id string, events []pairing.Event, err error) {
		replayed = p.Seek(c.ID) != nil
		if c.Has, err = s.withoutTurn(ctx, p, q.Actor); err != nil {
			return "", nil, err
		}
		id, events = p.Enter(c, q.At)
		return id, events, nil
	})
	seek.Replayed = replayed
	return seek, err
}

// withoutTurn returns the player's seek that led to a game without a turn; ""
// for none.
func (s *Seeks) withoutTurn(ctx context.Context, p *pairing.Pool, player string) (string, error) {
	last := p.LastOf(player)
	if last == nil || last.Made == nil {
		return "", nil
	}
	g, err := s.journal.Refresh(ctx, last.Made.Game)
	switch {
	case errors.Is(err, ErrNotFound): // yet to be created
	case err != nil:
		return "", err
	case g.State.Status == game.Over || g.State.Ply() > 0:
		return "", nil
	}
	return last.ID, nil
}

// Renew returns a player's seek and extends it if it is waiting. A client that
// holds it has been waiting all along, so its seek is renewed even if another
// node withdrew it when its last client hung up. ErrNotFound if the player has
// no such seek.
func (s *Seeks) Renew(ctx context.Context, id, player string, holds bool, draw janggi.Side, at game.Instant) (Seek, error) {
	return s.updateOwn(ctx, id, player, at, func(p *pairing.Pool, own *pairing.Seek) []pairing.Event {
		return p.Renew(pairing.Enter{ID: own.ID, Game: s.journal.newID().String(), Side: draw}, holds, at)
	})
}

// Withdraw closes a player's seek, unless it has led to a game. A client that
// hung up does not affect clients waiting on other nodes.
func (s *Seeks) Withdraw(ctx context.Context, id, player string, hungUp bool, at game.Instant) (Seek, error) {
	return s.updateOwn(ctx, id, player, at, func(_ *pairing.Pool, own *pairing.Seek) []pairing.Event {
		if own.Made != nil || own.Withdrawn != nil && (hungUp || !own.Withdrawn.HungUp) {
			return nil
		}
		return []pairing.Event{pairing.Withdrawn{ID: own.ID, HungUp: hungUp}}
	})
}

func (s *Seeks) updateOwn(ctx context.Context, id, player string, at game.Instant, decide func(*pairing.Pool, *pairing.Seek) []pairing.Event) (Seek, error) {
	pool, seek, ok := strings.Cut(id, ".")
	if !ok || len(pool) != 32 || strings.Trim(pool, "0123456789abcdef") != "" {
		return Seek{}, ErrNotFound
	}
	return s.update(ctx, pool, at, func(p *pairing.Pool) (string, []pairing.Event, error) {
		own := p.Seek(seek)
		if own == nil || own.Player != player {
			return "", nil, ErrNotFound
		}
		return own.ID, decide(p, own), nil
	})
}

// update decides on a pool and makes sure that a pair's game exists, because
// the node that made the pair may have stopped before creating it.
func (s *Seeks) update(ctx context.Context, pool string, at game.Instant, decide func(*pairing.Pool) (seek string, events []pairing.Event, err error)) (Seek, error) {
	stream := s.streams.open(pool)
	defer stream.close()
	var id string
	err := stream.update(ctx, Metadata{Time: at}, func(p *pairing.Pool) (events []pairing.Event, err error) {
		id, events, err = decide(p)
		return events, err
	})
	if err != nil {
		return Seek{}, err
	}
	seek := Seek{ID: pool + "." + id, Pool: pool, Seek: *stream.state.Seek(id)}
	return seek, s.createGame(ctx, &stream.state, seek.Made, at)
}

// createGame makes sure that the game of a pair exists.
func (s *Seeks) createGame(ctx context.Context, p *pairing.Pool, made *pairing.Made, at game.Instant) error {
	if made == nil {
		return nil
	}
	if _, err := s.journal.Load(ctx, made.Game); !errors.Is(err, ErrNotFound) {
		return err
	}
	cho, han := p.Seek(made.Cho), p.Seek(made.Han)
	if cho == nil || han == nil {
		return ErrNotFound // no longer known; its game was created long ago
	}
	// If the two name the same rules differently, the first one's name counts.
	terms := p.First(made).Terms
	c := game.Create{
		Player: cho.Player, Side: janggi.Cho, Against: han.Player, Opponent: game.OpponentHuman, Visibility: game.Public,
		Ruleset: terms.Ruleset, TimeControl: terms.TimeControl,
	}
	if c.TimeControl.Type != game.Unlimited {
		c.SetupMS = game.DefaultSetupMS
	}
	_, err := s.journal.open(ctx, made.Game, c, Request{Actor: cho.Player, At: at})
	if isConflict(err) {
		return nil // created concurrently by the other player's node
	}
	return err
}
