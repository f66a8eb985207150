package benchmark

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// frameBudgets are how long after a move's acknowledgement its frame may come.
var frameBudgets = []struct {
	quantile float64
	most     time.Duration
}{{0.5, time.Millisecond}, {0.99, 5 * time.Millisecond}}

// Frames plays moves at a rate and measures how long after each acknowledgement
// a spectator's stream of the game has the move's frame. Every game has one.
func Frames(ctx context.Context, folder string, o Options, rate float64) (rows []Row, err error) {
	server, err := launch(ctx, o.Server, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(folder, "frames"), "--limits", "off", "--log-level", "error")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	tables, err := sitAll(ctx, server.addr, o.Games)
	if err != nil {
		return nil, err
	}
	defer leave(tables)
	var workers []worker
	audience := newAudience(ctx, server.addr)
	defer audience.close()
	for _, t := range tables {
		workers = append(workers, watchedTable{t, audience})
	}
	var rounds []outcome
	var moves []float64
	for range o.Rounds {
		games := int(rate*o.Round.Seconds())/connections/fewTurns + 1
		if err := stockAll(ctx, tables, games); err != nil {
			return nil, err
		}
		if err := audience.watchAll(ctx, tables); err != nil {
			return nil, err
		}
		done, err := load{duration: o.Round, rate: rate}.run(ctx, workers)
		if err != nil {
			return nil, err
		}
		delays, err := audience.delays(ctx)
		if err != nil {
			return nil, err
		}
		rounds = append(rounds, outcome{latencies: delays})
		moves = append(moves, done.perSecond())
	}
	rows = append(rows, Row{What: "moves played", Value: fmt.Sprintf("%.0f/s", median(moves, func(f float64) float64 { return f }))})
	for _, b := range frameBudgets {
		value := median(rounds, func(o outcome) float64 { return float64(o.quantile(b.quantile)) })
		rows = append(rows, duration(fmt.Sprintf("acknowledgement to frame, p%.0f", 100*b.quantile), time.Duration(value).Round(time.Microsecond), atMost(float64(b.most))))
	}
	return rows, nil
}

// watchedTable notes when each of its moves was acknowledged.
type watchedTable struct {
	*table
	audience *audience
}

func (t watchedTable) operate() (int, error) {
	game := t.board().path
	size, err := t.turn()
	if err != nil {
		return 0, err
	}
	now := time.Now()
	revision, err := revisionIn(t.answer)
	if err != nil {
		return 0, err
	}
	return size, t.audience.acknowledged(game, revision, now)
}

var revisionMember = []byte(`"revision":`)

// revisionIn is the first revision that a text names.
func revisionIn(text []byte) (uint64, error) {
	_, rest, ok := bytes.Cut(text, revisionMember)
	digits := len(rest) - len(bytes.TrimLeft(rest, "0123456789"))
	if !ok || digits == 0 {
		return 0, fmt.Errorf("no revision: %s", text)
	}
	return strconv.ParseUint(string(rest[:digits]), 10, 64)
}

// audience has one spectator's stream of each game.
type audience struct {
	addr   string
	client *http.Client
	ctx    context.Context
	cancel context.CancelFunc
	ended  sync.WaitGroup

	mu    sync.Mutex
	games map[string]*watchedGame
}

// watchedGame is what is known of one game's moves by their revisions.
type watchedGame struct {
	mu     sync.Mutex
	acked  map[uint64]time.Time
	framed map[uint64]time.Time
}

func newAudience(ctx context.Context, addr string) *audience {
	a := &audience{addr: addr, client: &http.Client{Transport: &http.Transport{DisableCompression: true}}, games: map[string]*watchedGame{}}
	a.ctx, a.cancel = context.WithCancel(ctx)
	return a
}

// close ends all streams.
func (a *audience) close() {
	a.cancel()
	a.ended.Wait()
}

// watchAll opens a stream of every game that the tables have begun.
func (a *audience) watchAll(ctx context.Context, tables []*table) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, t := range tables {
		group.Go(func() error {
			for _, b := range slices.Concat(t.boards, t.spare) {
				if err := a.watch(b.path); err != nil || ctx.Err() != nil {
					return errors.Join(err, ctx.Err())
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// watch opens a stream of a game unless there is one, and returns once it has
// begun.
func (a *audience) watch(game string) error {
	a.mu.Lock()
	known := a.games[game]
	if known == nil {
		a.games[game] = &watchedGame{acked: map[uint64]time.Time{}, framed: map[uint64]time.Time{}}
	}
	g := a.games[game]
	a.mu.Unlock()
	if known != nil {
		return nil
	}
	request, err := http.NewRequestWithContext(a.ctx, http.MethodGet, "http://"+a.addr+game+"/stream", nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/x-ndjson")
	answer, err := a.client.Do(request)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return errors.Join(fmt.Errorf("GET %s/stream: %d", game, answer.StatusCode), answer.Body.Close())
	}
	lines := bufio.NewReaderSize(answer.Body, 16<<10)
	if _, err := lines.ReadSlice('\n'); err != nil {
		return errors.Join(fmt.Errorf("GET %s/stream: %w", game, err), answer.Body.Close())
	}
	a.ended.Go(func() {
		defer answer.Body.Close()
		g.read(lines)
	})
	return nil
}

var eventFrame = []byte(`{"frame":"event"`)

// read notes when each event's frame comes, until the stream ends.
func (g *watchedGame) read(lines *bufio.Reader) {
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return
		}
		now := time.Now()
		if !bytes.HasPrefix(line, eventFrame) {
			continue
		}
		if revision, err := revisionIn(line); err == nil {
			g.mu.Lock()
			g.framed[revision] = now
			g.mu.Unlock()
		}
	}
}

func (a *audience) acknowledged(game string, revision uint64, at time.Time) error {
	a.mu.Lock()
	g := a.games[game]
	a.mu.Unlock()
	if g == nil {
		return nil // it began during the round, for want of a spare one
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.acked[revision] = at
	return nil
}

// frameWait is how long a frame may stay away before it counts as lost.
const frameWait = 10 * time.Second

// delays waits for the frames of all moves that were acknowledged, and gives and
// forgets how long each took, sorted. A frame that came first took no time.
func (a *audience) delays(ctx context.Context) (all []time.Duration, err error) {
	late := time.Now().Add(frameWait)
	a.mu.Lock()
	defer a.mu.Unlock()
	for game, g := range a.games {
		for {
			missing := g.take(&all)
			if missing == 0 {
				break
			}
			if ctx.Err() != nil || time.Now().After(late) {
				return nil, errors.Join(ctx.Err(), fmt.Errorf("%d frames of %s did not come within %v", missing, game, frameWait))
			}
			time.Sleep(time.Millisecond)
		}
	}
	slices.Sort(all)
	return all, nil
}

// take moves the delays that are known out of a game.
func (g *watchedGame) take(into *[]time.Duration) (missing int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for revision, acked := range g.acked {
		framed, ok := g.framed[revision]
		if !ok {
			missing++
			continue
		}
		*into = append(*into, max(0, framed.Sub(acked)))
		delete(g.acked, revision)
	}
	if missing == 0 {
		clear(g.framed)
	}
	return missing
}
