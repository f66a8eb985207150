package journal

import (
	"hash/maphash"
	"slices"
	"strings"

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

func hashKey(player, key string) uint64 { return maphash.String(seed, player+"\x00"+key) }

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

// next is the game after one more event. Its hash is still to be taken, by
// hashEvent: a fold needs that of its last event only.
func (g Game) next(r eventstore.Recorded, e game.Event, m Metadata) (Game, error) {
	state, err := game.Evolve(g.State, e, m.Time)
	if err != nil {
		return g, err
	}
	g.State = state
	g.Revision = r.Revision
	g.Position = r.Position
	if p := m.Private; p != nil {
		if p.Room != "" {
			g.Room = strings.Clone(p.Room) // apart from the metadata's whole text
		}
		if p.Key != "" {
			g.commands = withCommand(g.commands, remembered{
				key: hashKey(p.Actor, p.Key), digest: hashDigest(p.Digest), revision: uint32(r.Revision),
			})
		}
	}
	return g, nil
}

// withCommand copies: games that share a past must not share what follows it.
func withCommand(commands []remembered, c remembered) []remembered {
	kept := commands[max(0, len(commands)-rememberedCommands+1):]
	longer := make([]remembered, len(kept)+1)
	longer[copy(longer, kept)] = c
	return longer
}
