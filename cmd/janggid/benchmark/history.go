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

// turnsKept is the length of the games that a history is filled with.
const turnsKept = 100

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
	games, err := fill(ctx, store, o.Events)
	if err == nil {
		rows, err = rebuild(ctx, store, filepath.Join(data, "readmodel.db"))
	}
	if err == nil {
		rows, err = appendRows(rows, func() ([]Row, error) { return cached(ctx, store, games) })
	}
	if err == nil {
		rows, err = appendRows(rows, func() ([]Row, error) { return past(ctx, store, games[0], o) })
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

// fill copies one game of the store, up to a turn, until there are so many
// events, and gives the ids of the copies.
func fill(ctx context.Context, store eventstore.Store, events int) (ids []string, err error) {
	template, err := longGame(ctx, store)
	if err != nil {
		return nil, err
	}
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

// longGame is the beginning of a game that has that many turns.
func longGame(ctx context.Context, store eventstore.Store) ([]eventstore.Event, error) {
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if _, ok := journal.GameID(r.Stream); !ok || r.Revision != turnsKept {
			continue
		}
		var events []eventstore.Event
		turns := 0
		for r, err := range store.ReadStream(ctx, r.Stream, 0) {
			if err != nil {
				return nil, err
			}
			events = append(events, r.Event)
			if r.Type == "MovePlayed" || r.Type == "TurnPassed" {
				turns++
			}
			if turns == turnsKept {
				return events, nil
			}
		}
	}
	return nil, fmt.Errorf("no game of %d turns was played; measure for longer", turnsKept)
}

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
	j := journal.New(store, journal.Options{CachedGames: len(ids)})
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

// past measures looks at the middle of a game.
func past(ctx context.Context, store eventstore.Store, id string, o Options) ([]Row, error) {
	looks, err := load{duration: o.Round}.run(ctx, []worker{&looker{journal.New(store, journal.Options{}), id}})
	if err != nil {
		return nil, err
	}
	return []Row{duration(fmt.Sprintf("a game as it was at ply %d", turnsKept-1), looks.quantile(0.5), atMost(float64(time.Millisecond)))}, nil
}

type looker struct {
	journal *journal.Journal
	id      string
}

func (l *looker) ready() error { return nil }

func (l *looker) operate() (int, error) {
	_, err := l.journal.AtPly(context.Background(), l.id, turnsKept-1)
	return 0, err
}

// startTime measures a start with current read models.
func startTime(ctx context.Context, data string, o Options) (rows []Row, err error) {
	var times []time.Duration
	for range o.Rounds {
		begun := time.Now()
		server, err := start(ctx, "serve", "--addr", "127.0.0.1:0", "--data", data, "--log-level", "error")
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
