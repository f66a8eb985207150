package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/api/analysis"
	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/play"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/domain/timeouts"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/projections"
)

// testServer is a whole server over a store in memory, reached over HTTP.
// Whatever goes through do is held against the API's description.
type testServer struct {
	t         *testing.T
	url       string
	store     *memory.Store
	journal   *journal.Journal
	model     *projections.Model
	auth      *auth.Authority
	clock     *testClock // nil: the wall clock
	client    *http.Client
	api       *Server
	deadlines *timeouts.Manager
	watch     func() (stop func())
	unwatch   func()
}

// serverOptions say how a test's server differs from the usual one. The zero
// value has the wall clock, no limits and a store of its own.
type serverOptions struct {
	start      time.Time    // a clock that stands still from here on, but for advance
	clock      *testClock   // shared with another server
	limited    bool         // with the published rate limits
	limits     limit.Config // with limited: how they differ
	low        func() bool  // whether storage is low
	proxies    []netip.Prefix
	store      *memory.Store // shared with another server: two nodes
	newID      func() uuid.UUID
	external   []auth.External
	cors       []string
	alone      bool            // no other server has the store
	computers  play.Computers  // nil: none
	engine     analysis.Engine // nil: one that searches at once
	analysis   analysis.Scope
	idle       bool // nothing is followed and no deadline is watched
	stuckLists bool // the read models are not followed
}

// testKey is the key of all servers under test, so that they are nodes of one
// another.
var testKey = []byte("a key that only tests know, 32 B+")

// someDay is where clocks stand in tests that do not care when.
var someDay = time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

// newTestServer starts a server that ends with its test.
func newTestServer(t *testing.T, o serverOptions) *testServer {
	t.Helper()
	s := &testServer{t: t, store: o.store, clock: o.clock}
	now := time.Now
	if !o.start.IsZero() {
		s.clock = &testClock{at: o.start}
	}
	if s.clock != nil {
		now = s.clock.now
	}
	if o.engine == nil {
		o.engine = searching{}
	}
	if s.store == nil {
		s.store = memory.New()
		t.Cleanup(func() { s.store.Close() })
	}
	limits := limit.Off()
	if o.limited {
		o.limits.Now = now
		limits = limit.New(o.limits)
	}
	var err error
	if s.auth, err = auth.New(auth.Config{OwnKeys: [][]byte{testKey}, External: o.external, Now: now}); err != nil {
		t.Fatal(err)
	}
	s.journal = journal.New(s.store, journal.Options{Key: testKey, NewID: o.newID})
	silent := slog.New(slog.DiscardHandler)
	s.model, err = projections.Open(t.Context(), projections.Memory, s.journal, s.store, projections.Options{Logger: silent, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	events := subscription.New(s.journal, s.store, silent)
	s.deadlines = timeouts.New(s.journal, s.store, events, timeouts.Options{Logger: silent, Now: now, Index: s.model})
	api := New(Config{Journal: s.journal, Model: s.model, Events: events, Auth: s.auth, Limits: limits, CORSOrigins: o.cors, Proxies: o.proxies, StorageLow: o.low, Alone: o.alone, Computers: o.computers, Engine: o.engine, Analysis: o.analysis, Now: now})
	web := httptest.NewServer(api.Handler())
	s.url, s.api = web.URL, api
	s.client = newClient(t)
	t.Cleanup(func() { s.model.Close() })
	if !o.idle {
		if !o.stuckLists {
			t.Cleanup(inBackground(func(ctx context.Context) { s.model.Run(ctx) }))
		}
		t.Cleanup(inBackground(func(ctx context.Context) { events.Run(ctx) }))
		s.watch = func() func() {
			unwatch, stop := inBackground(s.deadlines.Run), inBackground(api.Run)
			return func() { unwatch(); stop() }
		}
		s.unwatch = s.watch()
		t.Cleanup(func() { s.unwatch() })
	}
	t.Cleanup(func() { api.CloseStreams(); web.Close() })
	return s
}

// newClient makes a client that holds what it sends and gets against the API's
// description.
func newClient(t *testing.T) *http.Client {
	connections := &http.Transport{}
	t.Cleanup(connections.CloseIdleConnections)
	return &http.Client{Transport: described{t: t, next: connections}, Timeout: patience}
}

// advance moves the server's clock. What became due is seen to from then on; the
// watcher, whose sleep is real, is woken by being started anew.
func (s *testServer) advance(d time.Duration) {
	s.t.Helper()
	if s.clock == nil {
		s.t.Fatal("this server has the wall clock")
	}
	s.clock.advance(d)
	if s.watch != nil {
		s.unwatch()
		s.unwatch = s.watch()
	}
}

// inBackground runs something until it is stopped; stop waits for its end.
func inBackground(run func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// testClock stands still until it is moved.
type testClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *testClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *testClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
