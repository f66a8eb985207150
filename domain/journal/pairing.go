package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/pairing"
	"github.com/janggid/janggid/eventstore"
)

// Players who want the same game wait in a stream named for what they want. An
// append at an exact revision pairs them, so that nobody is paired twice,
// whichever nodes they ask.

const linePrefix = "pairing-"

const (
	// cachedLines bounds the memory for lines that were read.
	cachedLines = 1000

	// lineTail is how many events of a line at least a node reads that begins with
	// it. Those who wait have written in the last seconds; what came to something
	// longer ago is known only to who asks again for it.
	lineTail = 4096
)

// LineOf takes the line's name out of the name of its stream.
func LineOf(stream string) (string, bool) { return strings.CutPrefix(stream, linePrefix) }

// line is a waiting line as far as this node has read it.
type line struct {
	mu    sync.Mutex
	state pairing.State
	next  eventstore.Expectation
}

// Pairing is a wish for a game and what it has come to.
type Pairing struct {
	ID       string // names the line too
	Line     string
	Wish     pairing.Wish
	Replayed bool // the same request came before, under its key
}

// Seek joins the line of those who want the same rules and clocks, or renews the
// wish with which the player waits there already. Whose last wish has led to a game
// in which no turn has been made is given that: the answer to it may have been
// lost. Under a key it is the same wish whenever it comes again. The draw is the
// side that the player gets if this makes a pair. Errors: ErrKeyReused,
// ErrConflict, and the store's.
func (j *Journal) Seek(ctx context.Context, terms pairing.Terms, draw janggi.Side, q Request) (Pairing, error) {
	text, err := encode(terms.Unnamed())
	if err != nil {
		return Pairing{}, err
	}
	sum := sha256.Sum256(text)
	name := hex.EncodeToString(sum[:16])
	c := pairing.Seek{ID: uuid.NewString(), Player: q.Actor, Terms: terms, Game: j.newID().String(), Side: draw}
	if q.Key != "" {
		if err := j.useKey(ctx, q); err != nil {
			return Pairing{}, err
		}
		c.ID, c.Keyed = uuid8(j.derive("wish", q.Actor, q.Key, name)), true
	}
	var replayed bool
	var failed error
	p, err := j.inLine(ctx, name, q.At, func(s *pairing.State) (string, []pairing.Event) {
		replayed = s.Wish(c.ID) != nil
		if c.Has, failed = j.unplayedOf(ctx, s, q.Actor); failed != nil {
			return "", nil
		}
		return s.Decide(c, q.At)
	})
	if failed != nil {
		return Pairing{}, failed
	}
	p.Replayed = replayed
	return p, err
}

// unplayedOf is the wish that has given a player a game without a turn; "" for
// none.
func (j *Journal) unplayedOf(ctx context.Context, s *pairing.State, player string) (string, error) {
	w := s.LastOf(player)
	if w == nil || w.Made == nil {
		return "", nil
	}
	if unplayed, err := j.unplayed(ctx, w.Made.Game); err != nil || !unplayed {
		return "", err
	}
	return w.ID, nil
}

// unplayed tells whether a pair's game goes on and has no turn yet; it may not
// even be there.
func (j *Journal) unplayed(ctx context.Context, id string) (bool, error) {
	g, err := j.Refresh(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return g.State.Status != game.Over && g.State.Ply() == 0, nil
}

// Renew is a player's wish as it stands; one that waits goes on waiting. Who holds
// it has been waiting for it all the time, and goes on with that though another
// node took it back when the last one who waited there hung up. ErrNotFound where
// the player has none of that id.
func (j *Journal) Renew(ctx context.Context, id, player string, holds bool, draw janggi.Side, at game.Instant) (Pairing, error) {
	return j.ofPlayer(ctx, id, player, at, func(s *pairing.State, w *pairing.Wish) []pairing.Event {
		return s.Renew(pairing.Seek{ID: w.ID, Game: j.newID().String(), Side: draw}, holds, at)
	})
}

// Withdraw takes a player's wish back, unless it has led to a game. That they hung
// up is not their last word where they wait at another node.
func (j *Journal) Withdraw(ctx context.Context, id, player string, hungUp bool, at game.Instant) (Pairing, error) {
	return j.ofPlayer(ctx, id, player, at, func(_ *pairing.State, w *pairing.Wish) []pairing.Event {
		if w.Made != nil || w.Withdrawn != nil && (hungUp || !w.Withdrawn.HungUp) {
			return nil
		}
		return []pairing.Event{pairing.Withdrawn{ID: w.ID, HungUp: hungUp}}
	})
}

func (j *Journal) ofPlayer(ctx context.Context, id, player string, at game.Instant, decide func(*pairing.State, *pairing.Wish) []pairing.Event) (Pairing, error) {
	name, wish, ok := strings.Cut(id, ".")
	if !ok || len(name) != 32 || strings.Trim(name, "0123456789abcdef") != "" {
		return Pairing{}, ErrNotFound
	}
	return j.inLine(ctx, name, at, func(s *pairing.State) (string, []pairing.Event) {
		w := s.Wish(wish)
		if w == nil || w.Player != player {
			return "", nil
		}
		return w.ID, decide(s, w)
	})
}

// inLine carries out a decision on a line, and sees to it that the game of a
// pair is there: who made the pair may have died before making the game.
func (j *Journal) inLine(ctx context.Context, name string, at game.Instant, decide func(*pairing.State) (wish string, events []pairing.Event)) (Pairing, error) {
	l, _ := j.lines.SetIfAbsent(name, &line{next: eventstore.NoStream()})
	l.mu.Lock()
	defer l.mu.Unlock()
	for range attempts {
		if err := j.readLine(ctx, name, l); err != nil {
			return Pairing{}, err
		}
		id, events := decide(&l.state)
		if id == "" {
			return Pairing{}, ErrNotFound
		}
		if len(events) > 0 {
			err := j.appendLine(ctx, name, l, events, at)
			if _, conflict := errors.AsType[*eventstore.ConflictError](err); conflict {
				continue
			}
			if err != nil {
				return Pairing{}, err
			}
		}
		p := Pairing{ID: name + "." + id, Line: name, Wish: *l.state.Wish(id)}
		return p, j.openPaired(ctx, l, p.Wish.Made, at)
	}
	return Pairing{}, ErrConflict
}

func (j *Journal) readLine(ctx context.Context, name string, l *line) error {
	from := l.next.Next()
	if from == 0 {
		var err error
		if from, err = j.tailFrom(ctx, linePrefix+name, lineTail); err != nil {
			return fmt.Errorf("journal: pairing: %w", err)
		}
	}
	for r, err := range j.store.ReadStream(ctx, linePrefix+name, from) {
		if err != nil {
			return fmt.Errorf("journal: pairing: %w", err)
		}
		e, err := decodePairing(r)
		if err != nil {
			return err
		}
		l.state.Evolve(e)
		l.next = eventstore.Exactly(r.Revision)
	}
	return nil
}

func (j *Journal) appendLine(ctx context.Context, name string, l *line, events []pairing.Event, at game.Instant) error {
	batch := make([]eventstore.Event, len(events))
	for i, e := range events {
		data, err := encode(e)
		if err != nil {
			return err
		}
		batch[i] = eventstore.Event{ID: j.newID(), Type: e.EventType(), Data: data, Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: at})}
	}
	appended, err := j.appendSurely(ctx, linePrefix+name, l.next, batch)
	if err != nil {
		return err
	}
	for _, e := range events {
		l.state.Evolve(e)
	}
	l.next = eventstore.Exactly(appended.Revision)
	return nil
}

// openPaired makes sure that the game of a pair is there.
func (j *Journal) openPaired(ctx context.Context, l *line, made *pairing.Made, at game.Instant) error {
	if made == nil {
		return nil
	}
	if _, err := j.Load(ctx, made.Game); !errors.Is(err, ErrNotFound) {
		return err
	}
	cho, han := l.state.Wish(made.Cho), l.state.Wish(made.Han)
	if cho == nil || han == nil {
		return ErrNotFound // forgotten; its game was asked for long ago
	}
	// Where the two call the same rules by different names the game has that of the
	// one who was there first; the other one joined them.
	terms := l.state.First(made).Terms
	c := game.Create{
		Player: cho.Player, Side: janggi.Cho, Against: han.Player, Opponent: game.OpponentHuman, Visibility: game.Public,
		Ruleset: terms.Ruleset, TimeControl: terms.TimeControl,
	}
	if c.TimeControl.Type != game.Unlimited {
		c.SetupMS = game.DefaultSetupMS
	}
	_, err := j.open(ctx, made.Game, c, Request{Actor: cho.Player, At: at})
	if _, conflict := errors.AsType[*eventstore.ConflictError](err); conflict {
		return nil // the other player's node opened it at this moment
	}
	return err
}

func decodePairing(r eventstore.Recorded) (pairing.Event, error) {
	var e pairing.Event
	var err error
	switch r.Type {
	case pairing.Sought{}.EventType():
		e, err = as[pairing.Sought](r.Data)
	case pairing.Repeated{}.EventType():
		e, err = as[pairing.Repeated](r.Data)
	case pairing.Withdrawn{}.EventType():
		e, err = as[pairing.Withdrawn](r.Data)
	case pairing.Made{}.EventType():
		e, err = as[pairing.Made](r.Data)
	default:
		err = fmt.Errorf("unknown event type %q", r.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return e, nil
}

func as[E pairing.Event](data []byte) (e E, err error) {
	err = json.Unmarshal(data, &e)
	return e, err
}
