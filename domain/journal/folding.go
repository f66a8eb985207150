package journal

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// folding folds events, one after the other, into a game that nobody else can
// see yet.
type folding struct {
	game     *Game
	last     eventstore.Recorded // the newest event; Stream is empty before the first
	metadata Metadata            // of last
	own      bool                // game.commands is not shared with other games
}

// foldingOn goes on from a known game, or from nothing when it is nil.
func foldingOn(id string, known *Game) *folding {
	if known == nil {
		return &folding{game: &Game{ID: id}, own: true}
	}
	return &folding{game: new(*known)}
}

// from is the revision of the event that comes next.
func (f *folding) from() uint64 { return f.game.next() }

// read decodes an event and folds it. The error wraps ErrDamaged.
func (f *folding) read(r eventstore.Recorded) (game.Event, error) {
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
func (f *folding) add(r eventstore.Recorded, e game.Event, m Metadata) error {
	if err := f.game.State.Apply(e, m.Time); err != nil {
		return err
	}
	f.game.Revision = r.Revision
	f.game.Position = r.Position
	f.last, f.metadata = r, m
	if p := m.Private; p != nil {
		if p.Room != "" {
			f.game.Room = strings.Clone(p.Room) // apart from the metadata's whole text
		}
		if p.Key != "" {
			f.keep(rememberedAs(p.Actor, p.Key))
		}
	}
	return nil
}

// keep adds a command to those that are remembered. Games that share a past must
// not share what follows it.
func (f *folding) keep(c remembered) {
	if !f.own {
		f.game.commands = newest(f.game.commands, rememberedCommands-1, 1)
		f.own = true
	}
	f.game.commands = append(f.game.commands, c)
}

// newest copies the last n commands, with room for some more.
func newest(commands []remembered, n, room int) []remembered {
	kept := commands[max(0, len(commands)-n):]
	own := make([]remembered, len(kept), len(kept)+room)
	copy(own, kept)
	return own
}

// hash takes the hash of the newest event. A fold needs no other: each event
// carries that of the one before it.
func (f *folding) hash(scratch []byte) {
	f.game.hash = hashEvent(scratch, f.last, f.metadata)
}

// done is the game, to be shown to others. It is the end of the folding.
func (f *folding) done() *Game {
	g := f.game
	if n := len(g.commands); n > rememberedCommands || f.own && n < cap(g.commands) {
		g.commands = newest(g.commands, rememberedCommands, 0)
	}
	return g
}
