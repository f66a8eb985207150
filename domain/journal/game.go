package journal

import (
	"hash/maphash"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Game is a game as its stream tells it up to a revision. It is never changed
// once others can see it.
type Game struct {
	ID       string
	State    game.State
	Revision uint64
	Position eventstore.Position // of the event at Revision
	Room     string              // room code

	hash     Hash // of the event at Revision
	commands []commandHash
	entry    *cacheEntry // in its Journal's cache, of this game or of one that it was folded from; may be dropped
}

// next is the revision of the event that comes next, the first for no game.
func (g *Game) next() uint64 {
	if g == nil || g.State.Status == "" {
		return 0
	}
	return g.Revision + 1
}

// rememberedCommands is how many commands with a key are recognised in a game.
const rememberedCommands = 64

// commandHash is a command that was carried out under an idempotency key: a hash
// of player and key, which keeps a game small. The store has the rest. It is
// seeded per process and compared only within it.
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

// mayDuplicate tells whether a player's command under a key may be among those
// that were carried out; false is certain for the last ones.
func (g *Game) mayDuplicate(player, key string) bool {
	return key != "" && slices.Contains(g.commands, hashCommand(player, key))
}
