package journal

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// everywhere is a store that has one history under every name.
type everywhere struct {
	eventstore.Store
	events []eventstore.Recorded
}

func (s everywhere) ReadStream(_ context.Context, stream string, _ uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for _, r := range s.events {
			r.Stream = stream
			if !yield(r, nil) {
				return
			}
		}
	}
}

// 4 KiB is the budget for a cached game after 100 turns, each under an
// idempotency key, with the cache's own share.
func TestACachedGameTakesAtMost4KiB(t *testing.T) {
	const games, budget = 2000, 4096
	store := memory.New()
	g, _ := longGame(t, newNode(t, store), 100)
	events := stored(t, store, "game-"+g.ID)
	for i := range events { // ids as long as those of real players
		for name, id := range map[string]string{`"ann"`: `"0190a000-0000-7000-8000-00000000000a"`, `"ben"`: `"0190a000-0000-7000-8000-00000000000b"`} {
			events[i].Data = bytes.ReplaceAll(events[i].Data, []byte(name), []byte(id))
		}
	}
	n := newNode(t, everywhere{events: events})
	ids := make([]string, games)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7()).String()
	}
	before := heap()
	for _, id := range ids {
		n.remember(id)
	}
	perGame := (heap() - before) / games
	runtime.KeepAlive(n)
	runtime.KeepAlive(ids)
	counted := int64(n.games.get(ids[0]).bytes())
	t.Logf("%d bytes a game, %d counted", perGame, counted)
	if counted > perGame*9/8 || counted < perGame*7/8 {
		t.Errorf("%d bytes a game, and %d are counted", perGame, counted)
	}
	if perGame > budget {
		t.Errorf("%d bytes a game, want at most %d", perGame, budget)
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
