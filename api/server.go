package api

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/analysis"
	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/chat"
	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/pictures"
	"github.com/janggid/janggid/api/play"
	"github.com/janggid/janggid/api/players"
	"github.com/janggid/janggid/api/presence"
	"github.com/janggid/janggid/api/records"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/rules"
	"github.com/janggid/janggid/api/seek"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/api/watch"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// Config is what a server is made of.
type Config struct {
	Journal     *journal.Journal
	Model       *projections.Model
	Events      *subscription.Subscription // of the journal's store
	Auth        *auth.Authority
	Limits      *limit.Limiter
	Computers   play.Computers  // nil: nobody can play against one
	Engine      analysis.Engine // for analyses; nil: none
	Analysis    analysis.Scope  // what is analyzed; "": any position
	Signer      *proof.Signer   // of proofs; nil: with a key that ends with the server
	Metrics     *prometheus.Registry
	CORSOrigins []string         // "*" for any
	Proxies     []netip.Prefix   // whose X-Forwarded-For is believed
	StorageLow  func() bool      // no room for new games; nil: there always is
	Alone       bool             // no other node has the journal's store
	Now         func() time.Time // nil: the wall clock
	Log         *slog.Logger     // nil: none
}

// Server answers HTTP requests.
type Server struct {
	journal      *journal.Journal
	model        *projections.Model
	subscription *subscription.Subscription
	access       *access.Access
	limits       rest.Limits
	storageLow   func() bool
	now          func() time.Time
	log          *slog.Logger
	echo         *echo.Echo
	live         *live.Hub

	readiness readiness

	analysis *analysis.Handlers
	chat     *chat.Handlers
	games    *games.Handlers
	pictures *pictures.Handlers
	play     *play.Handlers
	players  *players.Handlers
	presence *presence.Tracker
	records  *records.Handlers
	rules    *rules.Handlers
	seek     *seek.Handlers
	watch    *watch.Streams
}

// New makes a server; Handler serves it.
func New(c Config) *Server {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Analysis == "" {
		c.Analysis = analysis.On
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.StorageLow == nil {
		c.StorageLow = func() bool { return false }
	}
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	if c.Signer == nil {
		seed := make([]byte, ed25519.SeedSize)
		rand.Read(seed)                     // never fails
		c.Signer, _ = proof.NewSigner(seed) // nor does this, for a seed of that length
	}
	s := &Server{
		journal: c.Journal, model: c.Model, subscription: c.Events, limits: rest.Limits{Limiter: c.Limits, Streams: &rest.StreamCount{}}, storageLow: c.StorageLow,
		now: c.Now, log: c.Log, echo: echo.New(), live: live.New(c.Now),
	}
	s.compose(c)
	if s.subscription != nil {
		s.subscription.Listen(s.publish)
	}
	if c.Alone {
		s.presence.Reconcile()
	}
	s.echo.HTTPErrorHandler = s.handleError
	s.echo.IPExtractor = rest.AddressBehind(c.Proxies)
	// Each middleware is made once here; Echo would make all of them anew for every
	// request. This must stay the only Use: others are never called.
	whole := s.measure(c.Metrics)(rest.Prepare(s.now, &routeQueries, rest.CORS(c.CORSOrigins)(docsFolder(rest.ServeRoute(s.limits, turnRoutes, unpacedRoutes)))))
	s.echo.Use(func(echo.HandlerFunc) echo.HandlerFunc { return whole })
	s.countStreams(c.Metrics)
	s.routes(c.Metrics)
	return s
}

// compose makes the rooms, each with no more than it needs.
func (s *Server) compose(c Config) {
	now := func() game.Instant { return game.InstantOf(c.Now()) }
	views := view.Games{Journal: c.Journal, Model: c.Model}
	delayed := watch.NewDelayedGames(&watch.DelayedGames{Journal: c.Journal, Live: s.live, Clock: c.Now, Log: c.Log})
	s.access = &access.Access{
		Authority: c.Auth, Journal: c.Journal, Model: c.Model, Events: c.Events, Views: views, Limits: s.limits, Now: now,
		Wait: access.VisibleWait, FollowDelayed: delayed.Follow,
	}
	s.presence = presence.New(&presence.Tracker{
		Access: s.access, Journal: c.Journal, Model: c.Model, Live: s.live, Clock: c.Now, Log: c.Log,
	})
	s.analysis = &analysis.Handlers{Access: s.access, Limits: s.limits, Engine: c.Engine, Scope: c.Analysis, Clock: c.Now}
	s.chat = &chat.Handlers{
		Access: s.access, Journal: c.Journal, Model: c.Model, Limits: s.limits, Live: s.live, Clock: c.Now, Log: c.Log,
	}
	s.games = &games.Handlers{
		Access: s.access, Views: views, Journal: c.Journal, Model: c.Model, Limits: s.limits, Signer: c.Signer, Now: now,
	}
	s.pictures = &pictures.Handlers{Access: s.access, Limits: s.limits}
	s.play = &play.Handlers{
		Access: s.access, Views: views, Journal: c.Journal, Model: c.Model, Limits: s.limits, Computers: c.Computers, Now: now,
		Present: s.presence.Here, RoomForMore: s.roomForMore,
	}
	if c.Analysis == analysis.On && c.Engine != nil {
		s.play.Engine = c.Engine
	}
	s.players = &players.Handlers{
		Access: s.access, Authority: c.Auth, Journal: c.Journal, Model: c.Model, Limits: s.limits, Now: now,
	}
	s.records = records.New(records.Handlers{
		Access: s.access, Views: views, Journal: c.Journal, Model: c.Model, Limits: s.limits, Now: now, Log: c.Log,
		Filter: games.ParseFilter, RoomForMore: s.roomForMore,
	})
	s.rules = &rules.Handlers{Access: s.access, Model: c.Model, Limits: s.limits, Signer: c.Signer, Now: now}
	s.seek = seek.New(seek.Handlers{
		Access: s.access, Journal: c.Journal, Limits: s.limits, Live: s.live, Clock: c.Now, Log: c.Log,
		EnterPresence: s.presence.Enter, RoomForMore: s.roomForMore,
	})
	s.watch = watch.New(&watch.Streams{
		Access: s.access, Views: views, Journal: c.Journal, Model: c.Model, Events: c.Events, Limits: s.limits, Live: s.live,
		Delayed: delayed, Clock: c.Now, Log: c.Log, EnterPresence: s.presence.Enter, ViewPresence: s.presence.View,
	})
}

// Handler is the whole API.
func (s *Server) Handler() http.Handler { return s.echo }

// Run serves the streams until ctx ends: heartbeats and delayed events.
func (s *Server) Run(ctx context.Context) { s.live.Run(ctx) }

// CloseStreams ends all streams and sends their clients to this node or another.
func (s *Server) CloseStreams() { s.live.Close() }

// ResetStreams is CloseStreams after the store turned out to hold another history:
// the cursors that clients have mean nothing any more.
func (s *Server) ResetStreams() {
	s.watch.OtherHistory()
	s.live.Close()
}

// BetweenHistories answers requests while what was remembered of another history
// is dropped.
func (s *Server) BetweenHistories(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" {
		s.Handler().ServeHTTP(w, r)
		return
	}
	problem := rest.NewProblem(rest.CodeUnavailable, "the event store was replaced; this node is dropping what it remembers of the old one")
	rest.WriteProblem(s.echo.NewContext(r, w), s.log, problem, eventstore.ErrOtherHistory)
}

// RecordDepartures records, when a node stops, which players have no stream on it.
// Another node corrects that for players who have moved to it.
func (s *Server) RecordDepartures() { s.presence.Stop() }

// turnRoutes are those on which clocks run.
var turnRoutes = []string{"/v1/games/:id/moves", "/v1/games/:id/pass"}

// unpacedRoutes are those of operators.
var unpacedRoutes = []string{"/healthz", "/readyz"}
