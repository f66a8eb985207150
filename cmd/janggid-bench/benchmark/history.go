package benchmark

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"path/filepath"
	"runtime"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
	"github.com/janggid/janggid/projections"
)

const (
	// turnsKept is the length of the games that a history is filled with.
	turnsKept = 100

	// turnsWatched is the length of the game whose past is looked at.
	turnsWatched = 200
)

// History measures what is made of many events: the read models built anew, a
// start with current ones, games folded and kept in memory, and a page of a list.
// The events are those that Web has left in the folder, and copies of one of
// its games.
func History(ctx context.Context, folder string, o Options) (rows []Row, err error) {
	data := filepath.Join(folder, "web")
	store, err := sqlite.Open(filepath.Join(data, "events.db"), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	long, err := longGame(ctx, store)
	var games []string
	if err == nil {
		games, err = fill(ctx, store, upToTurn(long, turnsKept), o.Events)
	}
	if err == nil {
		rows, err = rebuild(ctx, store, filepath.Join(data, "readmodel.db"))
	}
	if err == nil {
		rows, err = appendRows(rows, func() ([]Row, error) { return cached(ctx, store, games) })
	}
	if err == nil {
		rows, err = appendRows(rows, func() ([]Row, error) { return past(ctx, store, long[0].Stream) })
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return nil, err
	}
	return appendRows(rows, func() ([]Row, error) { return startTime(ctx, data, o) })
}

func appendRows(rows []Row, measure func() ([]Row, error)) ([]Row, error) {
	more, err := measure()
	return append(rows, more...), err
}

// fill copies a game until there are so many events, and gives the ids of the
// copies.
func fill(ctx context.Context, store eventstore.Store, template []eventstore.Event, events int) (ids []string, err error) {
	held := 0
	for _, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return nil, err
		}
		held++
	}
	for range max(1, (events-held)/len(template)) {
		ids = append(ids, uuid.Must(uuid.NewV7()).String())
	}
	group, ctx := errgroup.WithContext(ctx)
	const writers = 16
	for w := range writers {
		group.Go(func() error {
			batch := make([]eventstore.Event, len(template))
			for i := w; i < len(ids); i += writers {
				for n, e := range template {
					e.ID = uuid.Must(uuid.NewV7())
					batch[n] = e
				}
				if _, err := store.Append(ctx, "game-"+ids[i], eventstore.NoStream(), batch); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return ids, group.Wait()
}

// longGame are the events of the game that has so many turns as are watched.
func longGame(ctx context.Context, store eventstore.Store) ([]eventstore.Recorded, error) {
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if _, ok := journal.GameID(r.Stream); !ok || r.Revision != turnsWatched {
			continue
		}
		var events []eventstore.Recorded
		turns := 0
		for r, err := range store.ReadStream(ctx, r.Stream, 0) {
			if err != nil {
				return nil, err
			}
			events = append(events, r)
			if isTurn(r.Type) {
				turns++
			}
		}
		if turns >= turnsWatched {
			return events, nil
		}
	}
	return nil, fmt.Errorf("no game of %d turns was played", turnsWatched)
}

// upToTurn is the beginning of a game.
func upToTurn(game []eventstore.Recorded, turn int) (events []eventstore.Event) {
	for _, r := range game {
		if isTurn(r.Type) {
			turn--
		}
		if turn < 0 {
			break
		}
		events = append(events, r.Event)
	}
	return events
}

func isTurn(eventType string) bool { return eventType == "MovePlayed" || eventType == "TurnPassed" }

// rebuild compares building the read models with only reading what they are
// built from.
func rebuild(ctx context.Context, store eventstore.Store, path string) ([]Row, error) {
	read := &allReader{store: store}
	if _, err := read.operate(); err != nil { // so that neither finds a cold cache
		return nil, err
	}
	begun := time.Now()
	events, err := read.operate()
	if err != nil {
		return nil, err
	}
	raw := time.Since(begun)
	begun = time.Now()
	if err := projections.Rebuild(ctx, path, journal.New(store, journal.Options{}), store, projections.Options{}, func(projections.Rebuilt) {}); err != nil {
		return nil, err
	}
	rebuilt := time.Since(begun)
	return []Row{
		{What: "events read", Value: rate(float64(events) / raw.Seconds()), Note: fmt.Sprintf("%d events", events)},
		{What: "events folded into read models", Value: rate(float64(events) / rebuilt.Seconds())},
		ratio("rebuild / read-all", raw.Seconds()/rebuilt.Seconds(), atLeast(1.0/3)),
	}, nil
}

// cached measures the memory of games that are kept folded.
func cached(ctx context.Context, store eventstore.Store, ids []string) ([]Row, error) {
	j := journal.New(store, journal.Options{CacheBytes: int64(len(ids)) * 16 << 10})
	before := heap()
	begun := time.Now()
	for _, id := range ids {
		if _, err := j.Load(ctx, id); err != nil {
			return nil, err
		}
	}
	each := time.Since(begun) / time.Duration(len(ids))
	used := int64(heap()-before) / int64(len(ids))
	runtime.KeepAlive(j)
	return []Row{
		{What: fmt.Sprintf("memory of a game of %d turns", turnsKept), Value: fmt.Sprintf("%d B", used), Budget: "≤ 4096 B", Kept: used <= 4096, Note: fmt.Sprintf("%d games", len(ids))},
		{What: "loading such a game", Value: each.Round(time.Microsecond).String()},
	}, nil
}

func heap() uint64 {
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// past measures looks at a moment of a long game: by a node that has not looked
// at it before, and then at all the others.
func past(ctx context.Context, store eventstore.Store, stream string) ([]Row, error) {
	id, _ := journal.GameID(stream)
	var first, next []time.Duration
	for ply := range turnsWatched {
		j := journal.New(store, journal.Options{})
		for _, looks := range []*[]time.Duration{&first, &next} {
			begun := time.Now()
			if _, err := j.AtPly(ctx, id, ply); err != nil {
				return nil, err
			}
			*looks = append(*looks, time.Since(begun))
		}
	}
	middle := func(looks []time.Duration) time.Duration {
		return time.Duration(median(looks, func(d time.Duration) float64 { return float64(d) }))
	}
	return []Row{
		{What: fmt.Sprintf("first look at a moment of a game of %d turns", turnsWatched), Value: middle(first).Round(time.Microsecond).String()},
		duration("every look after it", middle(next), atMost(float64(500*time.Microsecond))),
	}, nil
}

// startTime measures a start with current read models.
func startTime(ctx context.Context, data string, o Options) (rows []Row, err error) {
	var times []time.Duration
	for range o.Rounds {
		begun := time.Now()
		server, err := launch(ctx, o.Server, "serve", "--addr", "127.0.0.1:0", "--data", data, "--log-level", "error")
		if err != nil {
			return nil, err
		}
		for range attempts(ctx) {
			answer, err := http.Get("http://" + server.addr + "/readyz")
			if err != nil {
				return nil, errors.Join(err, server.stop())
			}
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				break
			}
		}
		times = append(times, time.Since(begun))
		if err := server.stop(); err != nil {
			return nil, err
		}
	}
	middle := time.Duration(median(times, func(d time.Duration) float64 { return float64(d) }))
	return []Row{duration("start with current read models", middle.Round(time.Millisecond), atMost(float64(time.Second)))}, ctx.Err()
}

// attempts are a millisecond apart and end with ctx.
func attempts(ctx context.Context) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		for ctx.Err() == nil && yield(struct{}{}) {
			time.Sleep(time.Millisecond)
		}
	}
}
