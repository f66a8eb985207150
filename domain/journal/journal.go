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

// Journal carries out commands on games and players and reads them back. Its
// methods may be called from many goroutines.
type Journal struct {
	store     eventstore.Store
	uncertain eventstore.Uncertain // the store, if it may lose its server; nil if not
	games     cache
	pasts     *otter.Cache[string, *past]
	shown     *otter.Cache[string, *Game] // as spectators see those with a delay
	sources   *otter.Cache[string, *game.Source]
	key       []byte
	newID     func() uuid.UUID
	slots     slots

	rooms *repository[room.Reserved, room.Event]
	keys  *repository[idempotencyRecord, KeyUsed]

	Players   *Players
	Presences *Presences
	Chats     *Chats
	Seeks     *Seeks
	Tickets   *Tickets
}

// DefaultCacheBytes is how much memory a node's folded games take at most: 100,000
// of 100 turns, which take about 4 KiB each.
const DefaultCacheBytes = 400 << 20

// Options of a Journal.
type Options struct {
	// Key is the server's secret: the same on every node. Game ids of
	// creations with an idempotency key and room codes are derived from it.
	Key []byte
	// CacheBytes bounds the cache of games; 0 means DefaultCacheBytes.
	CacheBytes int64
	// NewID makes ids of events and games; nil means version 7 UUIDs.
	NewID func() uuid.UUID
}

// New makes a Journal over a store, which stays the caller's to close.
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
		pasts:     newPasts(),
		shown:     newShown(),
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

// derive makes bytes that only holders of the server's key can make, the same
// on every node. The purpose keeps uses apart.
func (j *Journal) derive(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, j.key)
	mac.Write([]byte(purpose))
	for _, p := range parts {
		mac.Write([]byte{0})
		mac.Write([]byte(p))
	}
	return mac.Sum(nil)
}
