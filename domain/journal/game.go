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
	commands []remembered
}

// rememberedCommands is how many commands with a key are recognised in a game.
const rememberedCommands = 64

// remembered is a command that was carried out under an idempotency key. Hashes
// instead of texts keep a game small; they are seeded per process and compared
// only within it.
type remembered struct {
	key      uint64 // of player and idempotency key
	digest   uint32 // of path and body
	revision uint32 // that the command led to
}

var seed = maphash.MakeSeed()

func hashKey(player, key string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(player)
	h.WriteByte(0) // in no player's id
	h.WriteString(key)
	return h.Sum64()
}

func hashDigest(digest string) uint32 { return uint32(maphash.String(seed, digest)) }

// recall finds a command that was carried out under a key.
func (g *Game) recall(player, key string) (remembered, bool) {
	if g == nil || key == "" {
		return remembered{}, false
	}
	h := hashKey(player, key)
	for _, c := range slices.Backward(g.commands) {
		if c.key == h {
			return c, true
		}
	}
	return remembered{}, false
}
