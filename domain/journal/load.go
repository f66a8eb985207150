package journal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
)

const (
	gamePrefix   = "game-"
	playerPrefix = "player-"
	roomPrefix   = "room-"
	ticketPrefix = "ticket-"
	chatPrefix   = "chat-"
)

// StreamPrefixes returns the prefixes of this program's streams, to filter a
// shared store.
func StreamPrefixes() []string {
	return []string{gamePrefix, playerPrefix, roomPrefix, ticketPrefix, presencePrefix, chatPrefix, poolPrefix, keyPrefix}
}

// IsOwnStream tells whether a stream can be one of this program's: others may
// use names that begin alike.
func IsOwnStream(stream string) bool {
	kind, name, _ := strings.Cut(stream, "-")
	switch kind + "-" {
	case gamePrefix, chatPrefix:
		return canonicalID(name)
	case playerPrefix, presencePrefix:
		return ValidPlayerID(name)
	case roomPrefix:
		code, ok := room.ParseCode(name)
		return ok && code == name
	case ticketPrefix, poolPrefix, keyPrefix:
		return name != ""
	}
	return false
}

// GameID extracts the id from the name of a game's stream.
func GameID(stream string) (string, bool) {
	if len(stream) <= len(gamePrefix) || stream[:len(gamePrefix)] != gamePrefix {
		return "", false
	}
	return stream[len(gamePrefix):], true
}

// Load returns a game as this node knows it. It may lack the newest events of
// other nodes; Refresh reads them. ErrNotFound if the store has no such game.
func (j *Journal) Load(ctx context.Context, id string) (*Game, error) {
	g, err := j.confirm(ctx, j.games.get(id))
	if g != nil || err != nil {
		return g, err
	}
	return j.refresh(ctx, id, nil)
}

// Refresh returns a game with all stored events.
func (j *Journal) Refresh(ctx context.Context, id string) (*Game, error) {
	known, err := j.confirm(ctx, j.games.get(id))
	if err != nil {
		return nil, err
	}
	return j.refresh(ctx, id, known)
}

// refresh folds the events after known, which may be nil.
func (j *Journal) refresh(ctx context.Context, id string, known *Game) (*Game, error) {
	losses := j.certainty().losses
	forgotten := j.forgotten.has(id)
	if forgotten {
		known = nil
	}
	g, err := j.fold(ctx, id, known, nil)
	if err != nil || g == known {
		return g, err
	}
	if j.certainty().losses == losses { // else it may be from another history
		if forgotten {
			j.forgotten.remove(id)
		}
		j.keep(g)
	}
	return g, nil
}

// fold reads and folds the events after known while more returns true; a nil
// more folds everything. It returns known itself if nothing follows.
func (j *Journal) fold(ctx context.Context, id string, known *Game, more func(g *Game, r eventstore.Recorded) bool) (*Game, error) {
	if !canonicalID(id) {
		return nil, ErrNotFound
	}
	f := rehydrate(id, known)
	for r, err := range j.history(ctx, id, f.from()) {
		if err != nil {
			return nil, err
		}
		if more != nil && !more(f.game, r) {
			break
		}
		if _, err := f.read(r); err != nil {
			return nil, err
		}
	}
	switch {
	case f.last.Stream != "":
		f.hash(nil)
		return f.done(), nil
	case known == nil:
		return nil, ErrNotFound
	}
	return known, nil
}

// IsGameID reports whether a text can be a game's id.
func IsGameID(id string) bool { return canonicalID(id) }

// canonicalID reports whether a text can be a game's id, without asking the
// store.
func canonicalID(id string) bool {
	parsed, err := uuid.Parse(id)
	return err == nil && parsed.String() == id
}

// Observe updates the cache with consecutive stored events of one game, written
// by any node, and returns the game as of the last of them or later.
func (j *Journal) Observe(ctx context.Context, events ...eventstore.Recorded) (*Game, error) {
	id, ok := GameID(events[0].Stream)
	if !ok {
		return nil, ErrNotFound
	}
	forgotten := j.forgotten.has(id)
	known := j.games.get(id)
	next, first, last := known.next(), events[0].Revision, events[len(events)-1].Revision
	switch {
	case next > last && !forgotten:
		return known, nil
	case next < first, forgotten:
		newer, err := j.refresh(ctx, id, known)
		switch {
		case err == nil && newer.Revision < last:
			return nil, ErrNotYetVisible // from a lagging replica
		case forgotten && errors.Is(err, ErrNotFound):
			return nil, fmt.Errorf("%w: %s", eventstore.ErrDeleted, events[0].Stream)
		}
		return newer, err
	}
	f := rehydrate(id, known)
	for _, r := range events[next-first:] {
		if _, err := f.read(r); err != nil {
			return nil, err
		}
	}
	f.hash(nil)
	g := f.done()
	j.keep(g)
	return g, nil
}
