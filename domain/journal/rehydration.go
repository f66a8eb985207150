package journal

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// rehydration folds events into a game that is not shared yet.
type rehydration struct {
	game     *Game
	last     eventstore.Recorded // the newest event; Stream is empty before the first
	metadata Metadata            // of last
	own      bool                // game.commands is not shared with other games
}

// rehydrate continues from a known game, or starts a new one if it is nil.
func rehydrate(id string, known *Game) *rehydration {
	if known == nil {
		return &rehydration{game: &Game{ID: id}, own: true}
	}
	return &rehydration{game: new(*known)}
}

// from returns the revision of the next event.
func (f *rehydration) from() uint64 { return f.game.next() }

// read decodes an event and folds it. The error wraps ErrDamaged.
func (f *rehydration) read(r eventstore.Recorded) (game.Event, error) {
	m, e, err := decodeRecorded(r)
	if err != nil {
		return nil, err
	}
	if err := f.add(r, e, m); err != nil {
		return nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return e, nil
}

// add folds an event.
func (f *rehydration) add(r eventstore.Recorded, e game.Event, m Metadata) error {
	if err := f.game.State.Apply(e, m.Time); err != nil {
		return err
	}
	f.game.Revision = r.Revision
	f.game.Position = r.Position
	f.last, f.metadata = r, m
	if p := m.Private; p != nil {
		if p.Room != "" {
			f.game.Room = strings.Clone(p.Room) // to release the metadata's text
		}
		if p.Key != "" {
			f.keep(hashCommand(p.Actor, p.Key))
		}
	}
	return nil
}

// keep remembers a command. Games that share a history must not share its
// continuation.
func (f *rehydration) keep(c commandHash) {
	if !f.own {
		f.game.commands = newest(f.game.commands, rememberedCommands-1, 1)
		f.own = true
	}
	f.game.commands = append(f.game.commands, c)
}

// newest copies the last n commands, with room for more.
func newest(commands []commandHash, n, room int) []commandHash {
	kept := commands[max(0, len(commands)-n):]
	own := make([]commandHash, len(kept), len(kept)+room)
	copy(own, kept)
	return own
}

// hash computes the hash of the newest event. A fold needs no other, because
// each event contains the hash of the one before it.
func (f *rehydration) hash(scratch []byte) {
	f.game.hash = hashEvent(scratch, f.last, f.metadata)
}

// done returns the game, which may be shared from now on. The rehydration must
// not be used afterwards.
func (f *rehydration) done() *Game {
	g := f.game
	if n := len(g.commands); n > rememberedCommands || f.own && n < cap(g.commands) {
		g.commands = newest(g.commands, rememberedCommands, 0)
	}
	return g
}
