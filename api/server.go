package api

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/pictures"
	"github.com/janggid/janggid/api/players"
	"github.com/janggid/janggid/api/records"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/rules"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// Config is what a server is made of.
type Config struct {
	Journal     *journal.Journal
	Model       *projections.Model
	Auth        *auth.Authority
	Limits      *limit.Limiter
	Computers   Computers     // nil: nobody can play against one
	Signer      *proof.Signer // of proofs; nil: with a key that ends with the server
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
	journal    *journal.Journal
	views      view.Games
	access     *access.Access
	model      *projections.Model
	auth       *auth.Authority
	limits     rest.Limits
	computers  Computers
	signer     *proof.Signer
	storageLow func() bool
	now        func() time.Time
	log        *slog.Logger
	echo       *echo.Echo

	rules    *rules.Handlers
	pictures *pictures.Handlers
	players  *players.Handlers
	records  *records.Handlers

	live         *live.Hub
	otherHistory atomic.Bool // streams end since the store holds another history
	shown        *shownGames
	later        *lateFrames

	presences *presences
	watchers  *watchers
	waiting   *wishWaiters
}

// New makes a server; Handler serves it.
func New(c Config) *Server {
	if c.Now == nil {
		c.Now = time.Now
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
	s := &Server{journal: c.Journal, views: view.Games{Journal: c.Journal, Model: c.Model}, model: c.Model, auth: c.Auth, limits: rest.Limits{Limiter: c.Limits, Streams: &rest.StreamCount{}}, computers: c.Computers, signer: c.Signer, storageLow: c.StorageLow, now: c.Now, log: c.Log, echo: echo.New()}
	s.live = live.New(s.now)
	s.shown, s.later = newShownGames(s), newLateFrames(s)
	s.access = &access.Access{
		Authority: s.auth, Journal: s.journal, Model: s.model, Views: s.views, Limits: s.limits, Now: s.arrival,
		Wait: access.VisibleWait, FollowDelayed: s.shown.follow,
	}
	s.rules = &rules.Handlers{Access: s.access, Model: s.model, Limits: s.limits, Signer: s.signer, Now: s.arrival}
	s.pictures = &pictures.Handlers{Access: s.access, Limits: s.limits}
	s.players = &players.Handlers{Access: s.access, Authority: s.auth, Journal: s.journal, Model: s.model, Limits: s.limits, Now: s.arrival}
	s.records = records.New(records.Handlers{
		Access: s.access, Views: s.views, Journal: s.journal, Model: s.model, Limits: s.limits, Now: s.arrival, Log: s.log,
		Filter: parseFilter, RoomForMore: s.roomForMore,
	})
	s.presences, s.watchers, s.waiting = newPresences(s), newWatchers(s), newWishWaiters()
	if s.model != nil {
		s.model.Listen(s.hear)
	}
	if c.Alone {
		s.presences.takeStock()
	}
	s.echo.HTTPErrorHandler = s.handleError
	s.echo.IPExtractor = rest.AddressBehind(c.Proxies)
	// Each middleware is made once here; Echo would make all of them anew for every
	// request. This must stay the only Use: what Echo would add is never called.
	whole := s.measure(c.Metrics)(rest.Prepare(s.now, &routeQueries, rest.CORS(c.CORSOrigins)(docsFolder(rest.ServeRoute(s.limits, turnRoutes, unpacedRoutes)))))
	s.echo.Use(func(echo.HandlerFunc) echo.HandlerFunc { return whole })
	s.countStreams(c.Metrics)
	s.routes(c.Metrics)
	return s
}

// Handler is the whole API.
func (s *Server) Handler() http.Handler { return s.echo }

// Run sees to the streams until ctx ends: heartbeats, and what is to be shown
// later.
func (s *Server) Run(ctx context.Context) { s.live.Run(ctx) }

// CloseStreams ends all streams and tells their clients to come again, to this
// node or another.
func (s *Server) CloseStreams() { s.live.Close() }

// ResetStreams is CloseStreams after the store turned out to hold another history:
// the cursors that clients have mean nothing any more.
func (s *Server) ResetStreams() {
	s.otherHistory.Store(true)
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

// RecordDepartures records, at the end of a node, which players were left without
// a stream. Those who have found another node are put right by that.
func (s *Server) RecordDepartures() { s.presences.stop() }

// turnRoutes are those on which clocks run.
var turnRoutes = []string{"/v1/games/:id/moves", "/v1/games/:id/pass"}

// unpacedRoutes are those of operators.
var unpacedRoutes = []string{"/healthz", "/readyz"}

// arrival is the present instant.
func (s *Server) arrival() game.Instant { return game.InstantOf(s.now()) }
