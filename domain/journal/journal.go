package journal

import (
	"crypto/hmac"
	"crypto/sha256"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
)

// Journal executes commands on aggregates and reads them back. It is safe for
// concurrent use.
type Journal struct {
	store     eventstore.Store
	uncertain eventstore.Uncertain // the store, if it may lose its server; nil if not
	games     cache
	forgotten *forgotten
	histories *otter.Cache[string, *gameHistory]
	visible   *otter.Cache[string, *Game] // spectator views
	sources   *otter.Cache[string, *game.Source]
	key       []byte
	newID     func() uuid.UUID
	slots     slots
	listener  func(*Game) // nil: nobody

	rooms *repository[room.Reserved, room.Event]
	keys  *repository[idempotencyRecord, KeyUsed]

	Players   *Players
	Presences *Presences
	Chats     *Chats
	Seeks     *Seeks
	Tickets   *Tickets
}

// DefaultCacheBytes bounds the memory of cached games: enough for 100,000 games
// of 100 turns, about 4 KiB each.
const DefaultCacheBytes = 400 << 20

// Options of a Journal.
type Options struct {
	// Key is the server's secret, the same on every node. Ids of games created
	// with an idempotency key and room codes are derived from it.
	Key []byte
	// CacheBytes bounds the cache of games; 0 means DefaultCacheBytes.
	CacheBytes int64
	// NewID returns ids for events and games; nil means version 7 UUIDs.
	NewID func() uuid.UUID
}

// New returns a Journal over a store. The caller closes the store.
func New(store eventstore.Store, o Options) *Journal {
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	if o.NewID == nil {
		o.NewID = func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	}
	uncertain, _ := store.(eventstore.Uncertain)
	j := &Journal{
		store:     store,
		uncertain: uncertain,
		forgotten: newForgotten(),
		histories: newHistories(),
		visible:   newVisible(),
		sources:   newSources(),
		key:       o.Key,
		newID:     o.NewID,
		slots:     newSlots(),

		rooms: newRepository(store, o.NewID, roomStreams),
		keys:  newRepository(store, o.NewID, keyStreams),

		Players:   &Players{newRepository(store, o.NewID, playerStreams), o.NewID},
		Presences: &Presences{newRepository(store, o.NewID, presenceStreams)},
		Chats:     &Chats{newRepository(store, o.NewID, chatStreams)},
	}
	j.Seeks = &Seeks{newRepository(store, o.NewID, poolStreams), j}
	j.Tickets = &Tickets{newRepository(store, o.NewID, ticketStreams), func(text string) []byte { return j.derive("ticket", text) }}
	j.games = newCache(o.CacheBytes, func() uint64 { return j.certainty().losses })
	return j
}

// Listen registers a function that is called with every game that a command
// changed through this Journal. Set it before the Journal is used. Commands wait
// for it, so it must return quickly.
func (j *Journal) Listen(listener func(*Game)) { j.listener = listener }

// derive returns an HMAC with the server's key, the same on every node. The
// purpose separates uses.
func (j *Journal) derive(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, j.key)
	mac.Write([]byte(purpose))
	for _, p := range parts {
		mac.Write([]byte{0})
		mac.Write([]byte(p))
	}
	return mac.Sum(nil)
}
