package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/api"
	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/domain/timeouts"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// generation is everything that a node remembers of one history of its store:
// folded games, read models, streams, positions that somebody waits for. When
// the store turns out to hold another history the node begins a new generation,
// and nothing of the old one can reach it.
type generation struct {
	journal  *journal.Journal
	model    *projections.Model
	events   *subscription.Subscription
	timeouts *timeouts.Manager
	server   *api.Server
	handler  http.Handler
	requests atomic.Int64 // under way

	computers *computer.Runner // nil: none play here
}

// nodeServer serves one generation after the other on the same connections.
type nodeServer struct {
	where   storeAt
	store   eventstore.Store
	config  api.Config // but for what belongs to a generation
	journal journal.Options
	log     *slog.Logger

	computers computerOptions

	current   atomic.Pointer[generation]
	histories atomic.Uint64 // how often the store turned out to hold another
}

// begin makes a generation. other is why there is a new one; nil for the first.
func (n *nodeServer) begin(ctx context.Context, other error) (*generation, error) {
	g := &generation{journal: journal.New(n.store, n.journal)}
	model, err := openModel(ctx, n.where, g.journal, n.store, other, n.log)
	if access, ok := n.store.(accessible); ok && err != nil && ctx.Err() == nil && !errors.Is(err, projections.ErrRefused) {
		// The model may only have to be compared with a store that is not up yet.
		if err := access.AwaitAccess(ctx); err != nil {
			return nil, err
		}
		model, err = openModel(ctx, n.where, g.journal, n.store, other, n.log)
	}
	if err != nil {
		return nil, err
	}
	g.model = model
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), n.historyMetric())
	metrics.MustRegister(modelMetrics(model)...)
	metrics.MustRegister(cacheMetrics(g.journal)...)
	g.events = subscription.New(g.journal, n.store, n.log)
	g.timeouts = timeouts.New(g.journal, n.store, g.events, timeouts.Options{Logger: n.log, Index: model})
	config := n.config
	config.Journal, config.Model, config.Events, config.Metrics = g.journal, model, g.events, metrics
	if g.computers = n.computers.newComputers(g.journal, n.store, model, n.log); g.computers != nil {
		config.Computers, config.Engine = g.computers, g.computers
		metrics.MustRegister(computerMetrics(g.computers)...)
	}
	g.server = api.New(config)
	g.handler = g.server.Handler()
	return g, nil
}

// run follows the store until ctx ends or the store holds another history, and
// calls ready once the generation is.
func (g *generation) run(ctx context.Context, store eventstore.Store, ready func()) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return g.events.Run(ctx) })
	group.Go(func() error { return g.model.Run(ctx) })
	group.Go(func() error {
		isReady, err := awaitReady(ctx, store, g.server)
		if err != nil {
			return err
		}
		if isReady {
			ready()
		}
		return nil
	})
	group.Go(func() error { g.timeouts.Run(ctx); return nil })
	if g.computers != nil {
		group.Go(func() error { return g.computers.Run(ctx) })
	}
	group.Go(func() error { g.server.Run(ctx); return nil })
	return group.Wait()
}

// follow runs generations until ctx ends.
func (n *nodeServer) follow(ctx context.Context, ready func()) error {
	for {
		g := n.current.Load()
		err := g.run(ctx, n.store, ready)
		if !errors.Is(err, eventstore.ErrOtherHistory) {
			return err
		}
		n.histories.Add(1)
		n.log.Warn("the store holds another history; dropping everything remembered of the old one", "why", err)
		ready = func() { n.log.Info("level with the new history of the store") }
		if err := n.replace(ctx, g, err); err != nil {
			return err
		}
	}
}

// replace ends a generation and begins the next.
func (n *nodeServer) replace(ctx context.Context, old *generation, why error) error {
	n.current.Store(&generation{server: old.server, model: old.model, handler: http.HandlerFunc(old.server.BetweenHistories)})
	old.server.ResetStreams()
	old.awaitRequests(ctx)
	if err := old.model.Close(); err != nil {
		return err
	}
	g, err := n.begin(ctx, why)
	if err != nil {
		return err
	}
	n.current.Store(g)
	return nil
}

// requestPause is how often requests under way are counted.
const requestPause = 5 * time.Millisecond

// awaitRequests waits for the requests under way, for as long as a stop does.
func (g *generation) awaitRequests(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	tick := time.NewTicker(requestPause)
	defer tick.Stop()
	for g.requests.Load() > 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// ServeHTTP implements http.Handler.
func (n *nodeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for {
		g := n.current.Load()
		g.requests.Add(1)
		if n.current.Load() == g { // or it may be closed already
			defer g.requests.Add(-1)
			g.handler.ServeHTTP(w, r)
			return
		}
		g.requests.Add(-1)
	}
}

// serve answers on a listener until ctx ends. handler leads to ServeHTTP.
func (n *nodeServer) serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	err := serveHTTP(ctx, listener, handler, n.log, func() { n.current.Load().server.CloseStreams() })
	n.current.Load().server.RecordDepartures()
	return err
}

func (n *nodeServer) historyMetric() prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "janggid_other_histories_total",
		Help: "Times that the store turned out to hold another history, such as a restored backup.",
	}, func() float64 { return float64(n.histories.Load()) })
}
