package benchmark

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/janggid/janggid/eventstore/sqlite"
)

// connections is the number of clients at once.
const connections = 64

// Web measures the server over HTTP against a bare handler, both as processes of
// their own, in turns.
func Web(ctx context.Context, folder string, o Options) (rows []Row, err error) {
	server, err := launch(ctx, o.Server, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(folder, "web"), "--limits", "off", "--log-level", "error")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	w := web{options: o, folder: folder, server: server}
	tables, err := sitAll(ctx, server.addr, o.Games)
	if err != nil {
		return nil, err
	}
	defer leave(tables)
	for _, t := range tables {
		w.players, w.readers = append(w.players, player{t}), append(w.readers, reader{t})
	}
	warm, err := w.run(ctx, o.Round, 0, w.players)
	if err != nil {
		return nil, err
	}
	w.tables, w.pace = tables, warm.operations
	size := warm.bytes / warm.operations
	if o.Peer != "" {
		w.peer, err = startPeer(ctx, o, filepath.Join(folder, "peer"))
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, w.peer.close()) }()
	}
	bare, err := startBare(ctx, "--answer-bytes", fmt.Sprint(size), "--data", filepath.Join(folder, "web"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	w.bare = bare
	// Last of all: a server waits only some seconds for the first request of a
	// connection.
	for i := range connections {
		c, err := connect(bare.addr)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		w.constants = append(w.constants, constant{c, w.sampleMove(i)})
	}
	return w.measure(ctx, size)
}

type web struct {
	options      Options
	folder       string
	server, bare *process
	peer         *peer // nil: none to compare with
	tables       []*table
	pace         int // moves in a round, about

	players, readers, constants []worker
}

// sampleMove is a request like those that players send, for the bare handler.
func (w *web) sampleMove(i int) []byte {
	t := w.players[i].(player).table
	return post(nil, t.board().path+"/moves", t.tokens[0], []byte(`{"move":"a4b4","ply":42}`))
}

// games are how many are in play at once.
func (w *web) games() int { return len(w.players) * len(w.players[0].(player).boards) }

func (w *web) run(ctx context.Context, duration time.Duration, rate float64, workers []worker) (outcome, error) {
	return load{duration: duration, rate: rate}.run(ctx, workers)
}

// round is one kind of load in one round.
type round struct {
	outcome
	cpu time.Duration // of the server
}

func (r round) cpuEach() time.Duration { return r.cpu / time.Duration(max(1, r.operations)) }

func (w *web) round(ctx context.Context, p *process, workers []worker, rate float64) (round, error) {
	before, err := p.usage()
	if err != nil {
		return round{}, err
	}
	done, err := w.run(ctx, w.options.Round, rate, workers)
	if err != nil {
		return round{}, err
	}
	after, err := p.usage()
	return round{done, after.cpu - before.cpu}, err
}

// measure takes the loads in turns, so that what else the machine does meets all
// of them.
func (w *web) measure(ctx context.Context, size int) ([]Row, error) {
	type kind struct {
		process *process
		workers []worker
		tables  []*table // whose games go on
	}
	kinds := []kind{{w.bare, w.constants, nil}, {w.server, w.players, w.tables}, {w.server, w.readers, nil}}
	if w.peer != nil {
		kinds = append(kinds, kind{w.peer.process, w.peer.players, w.peer.tables})
	}
	rounds := make([][]round, len(kinds))
	for range w.options.Rounds {
		for k, kind := range kinds {
			if err := w.stock(ctx, kind.tables); err != nil {
				return nil, err
			}
			r, err := w.round(ctx, kind.process, kind.workers, 0)
			if err != nil {
				return nil, err
			}
			rounds[k] = append(rounds[k], r)
		}
	}
	bare, moves, reads := rounds[0], rounds[1], rounds[2]
	rows := []Row{
		{What: fmt.Sprintf("bare handler, %d B", size), Value: rate(median(bare, rateOf)), Note: note(bare)},
		{What: fmt.Sprintf("durable moves in %d games", w.games()), Value: rate(median(moves, rateOf)), Note: note(moves)},
		ratio("moves / bare", paired(moves, bare, rateOf), atLeast(1.0/3)),
		{What: "CPU of a move / of the bare handler", Value: fmt.Sprintf("%.1f", paired(moves, bare, cpuOf))},
		duration("server CPU a move", time.Duration(median(moves, cpuOf)), atMost(float64(25*time.Microsecond))),
		{What: "reads of a game's state", Value: rate(median(reads, rateOf)), Note: note(reads)},
		ratio("reads / bare", paired(reads, bare, rateOf), atLeast(0.5)),
	}
	if w.peer != nil {
		rows = append(rows, w.peer.rows(moves, rounds[3])...)
	}
	used, err := w.server.usage()
	if err != nil {
		return nil, err
	}
	rows = append(rows, Row{What: "memory of the server", Value: fmt.Sprintf("%d MiB", used.resident>>20)})
	half, err := w.half(ctx, median(moves, rateOf)/2)
	if err != nil {
		return nil, err
	}
	return append(rows, half...), w.leaveLongGame(ctx)
}

// stock is stockAll for as many games as a round of moves, of any server, can end.
func (w *web) stock(ctx context.Context, tables []*table) error {
	return stockAll(ctx, tables, w.pace/connections/fewTurns+1)
}

// leaveLongGame plays on until the store has a game that is long enough for
// History.
func (w *web) leaveLongGame(ctx context.Context) error {
	t := w.players[0].(player).table
	t.most, t.boards, t.at = turnsWatched, t.boards[:1], 0
	for t.board().ply < turnsWatched {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.ready(); err != nil {
			return err
		}
		if _, err := t.turn(); err != nil {
			return err
		}
	}
	return nil
}

// half compares latencies at a rate that the server bears with those of the
// store alone at the same rate, in turns.
func (w *web) half(ctx context.Context, perSecond float64) (rows []Row, err error) {
	store, err := sqlite.Open(filepath.Join(w.folder, "half.db"), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	writers := newWriters(store)
	var moves, appends []outcome
	for range w.options.Rounds {
		if err := w.stock(ctx, w.tables); err != nil {
			return nil, err
		}
		for _, part := range []struct {
			workers  []worker
			outcomes *[]outcome
		}{{w.players, &moves}, {writers, &appends}} {
			done, err := w.run(ctx, w.options.Round, perSecond, part.workers)
			if err != nil {
				return nil, err
			}
			*part.outcomes = append(*part.outcomes, done)
		}
	}
	p99 := func(o outcome) float64 { return float64(o.quantile(0.99)) }
	return []Row{
		{What: "moves at half the rate", Value: rate(median(moves, outcome.perSecond)), Note: latencies(moves...)},
		{What: "appends at that rate", Value: rate(median(appends, outcome.perSecond)), Note: latencies(appends...)},
		ratio("p99 of a move / of an append", paired(moves, appends, p99), atMost(10)),
	}, nil
}

func rateOf(r round) float64 { return r.perSecond() }
func cpuOf(r round) float64  { return float64(r.cpuEach()) }

// note has the medians of what else was measured.
func note(rounds []round) string {
	p99 := median(rounds, func(r round) float64 { return float64(r.quantile(0.99)) })
	return fmt.Sprintf("%.1f µs CPU each, p99 %v", median(rounds, cpuOf)/1e3, time.Duration(p99).Round(time.Microsecond))
}

// paired is the median of the ratios of a value round by round.
func paired[T any](a, b []T, value func(T) float64) float64 {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = value(a[i]) / value(b[i])
	}
	return median(ratios, func(f float64) float64 { return f })
}

type player struct{ *table }

func (p player) operate() (int, error) { return p.turn() }

type reader struct{ *table }

func (r reader) operate() (int, error) { return r.look() }

// constant sends the same request again and again.
type constant struct {
	conn    *connection
	request []byte
}

func (c constant) ready() error { return nil }

func (c constant) operate() (int, error) {
	status, body, err := c.conn.exchange(c.request)
	if err == nil && status != 200 {
		err = fmt.Errorf("the bare handler answered %d", status)
	}
	return len(body), err
}
