package journal

import (
	"hash/maphash"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Game is a game folded from its stream up to a revision. It is immutable once
// shared.
type Game struct {
	ID       string
	State    game.State
	Revision uint64
	Position eventstore.Position // of the event at Revision
	Room     string              // room code

	hash     Hash // of the event at Revision
	commands []commandHash
	entry    *cacheEntry // of this game or one it was folded from; may be evicted
}

// next returns the revision of the next event, 0 for a nil game.
func (g *Game) next() uint64 {
	if g == nil || g.State.Status == "" {
		return 0
	}
	return g.Revision + 1
}

// rememberedCommands is the number of keys for which a game recognizes repeated
// commands.
const rememberedCommands = 64

// commandHash identifies a command executed under an idempotency key: a hash of
// player and key, to keep games small. The store has the rest. The seed differs
// by process.
type commandHash uint64

var seed = maphash.MakeSeed()

func hashCommand(player, key string) commandHash {
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(player)
	h.WriteByte(0) // in no player's id
	h.WriteString(key)
	return commandHash(h.Sum64())
}

// mayDuplicate reports whether a player's command under a key may have been
// executed already. False is certain for the latest commands.
func (g *Game) mayDuplicate(player, key string) bool {
	return key != "" && slices.Contains(g.commands, hashCommand(player, key))
}
