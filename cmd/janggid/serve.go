package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/api"
	"github.com/janggid/janggid/api/analysis"
	"github.com/janggid/janggid/api/conn"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/web"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

const (
	// drainTime is how long requests that are under way may take when the server
	// stops.
	drainTime = 10 * time.Second

	// drainReads is how long their bodies may still come. Answers have a second
	// more.
	drainReads = 2 * time.Second

	// patience is how long a client may accept nothing of an answer, while it sends
	// nothing either.
	patience = 20 * time.Second
)

type serveOptions struct {
	addr        string
	data        string
	store       string
	limits      string
	noPage      bool
	corsOrigins []string
	proxies     []string
	behindProxy bool
	storage     storageOptions
	budgets     budgetOptions
	computers   computerOptions
	analysis    string
	perAddress  int
	cacheMiB    int64
	cachedGames int64
	logFormat   string
	logLevel    string
	pprof       string
	acceptLoss  bool
	tokens      tokenOptions
	signing     signingOptions
}

func newServe() *cobra.Command {
	var o serveOptions
	var web string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long: `Run the server. Without any flag it listens on 127.0.0.1:8080 and keeps its
data in the folder janggid-data.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if web != "on" && web != "off" {
				return wrongUsage(fmt.Errorf("--web must be on or off, not %q", web))
			}
			o.noPage = web == "off"
			return serve(cmd.Context(), o, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "address to listen on; port 0 picks a free one")
	f.StringVar(&o.data, "data", defaultDataDir, "folder of the embedded store, the read models and the server's key")
	f.StringVar(&o.store, "store", "", storeHelp)
	f.StringVar(&o.limits, "limits", "default", "rate limits: default or off")
	f.StringVar(&web, "web", "on", "the page in the browser at /: on or off")
	f.StringSliceVar(&o.corsOrigins, "cors-origins", []string{"*"}, "origins whose pages may call the API; * for any")
	f.StringSliceVar(&o.proxies, "trusted-proxies", nil, "addresses or networks of the proxies in front, such as 10.0.0.2,10.1.0.0/24: clients' addresses are taken from their X-Forwarded-For")
	f.BoolVar(&o.behindProxy, "behind-proxy", false, "")
	_ = f.MarkHidden("behind-proxy") // says what to use instead
	f.IntVar(&o.perAddress, "connections-per-address", defaultConnections, "connections that a client's address may have open; 0 for any number")
	o.storage.register(f)
	o.budgets.register(f)
	o.computers.register(f)
	f.StringVar(&o.analysis, "analysis", "on", "what the engine analyzes for people: off, finished (games) or on (any position)")
	f.Int64Var(&o.cacheMiB, "cache-mib", journal.DefaultCacheBytes>>20, "memory for games, in MiB; one of 100 turns takes about 4 KiB")
	f.Int64Var(&o.cachedGames, "cached-games", 0, "games of 4 KiB kept in memory, instead of --cache-mib")
	f.MarkDeprecated("cached-games", "use --cache-mib") // never fails for a flag that there is
	f.StringVar(&o.logFormat, "log-format", "text", "text or json")
	f.StringVar(&o.logLevel, "log-level", "info", "debug, info, warn or error")
	f.StringVar(&o.pprof, "pprof", "", "address for Go's profiles, not to be reached from outside, such as 127.0.0.1:6060; none unless given")
	f.BoolVar(&o.acceptLoss, "accept-loss", false, "start although the embedded store has lost events that it acknowledged, and go on without them")
	o.tokens.register(f)
	o.signing.register(f)
	return cmd
}

func newLogger(w io.Writer, format, level string) (*slog.Logger, error) {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return nil, wrongUsage(fmt.Errorf("--log-level: %w", err))
	}
	options := &slog.HandlerOptions{Level: least}
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return nil, wrongUsage(fmt.Errorf("--log-format must be text or json, not %q", format))
}

const (
	// maxHeader is the longest header of a request, in bytes, its first line
	// included.
	maxHeader = 16 << 10

	// headerSlop is by how much net/http lets headers be longer than it is told.
	headerSlop = 4 << 10
)

// serve runs the server until ctx ends.
func serve(ctx context.Context, o serveOptions, out, errOut io.Writer) (err error) {
	defer holdHeapFloor()()
	log, err := newLogger(errOut, o.logFormat, o.logLevel)
	if err != nil {
		return err
	}
	scope, err := analysis.ParseScope(o.analysis)
	if err != nil {
		return wrongUsage(fmt.Errorf("--analysis %w", err))
	}
	limits, err := newLimits(o.limits, o.budgets)
	if err != nil {
		return err
	}
	proxies, err := o.trustedProxies()
	if err != nil {
		return wrongUsage(err)
	}
	where := storeAt{data: o.data, url: o.store, acceptLoss: o.acceptLoss}
	key, authority, err := o.tokens.open(where, log)
	if err != nil {
		return err
	}
	if o.signing.isMissing(where) {
		log.Warn("signing.key is missing beside used data: proofs are signed with a new key, and those of before need the old public key", "data", o.data)
	}
	signer, err := o.signing.open(where, key)
	if err != nil {
		return err
	}
	store, err := where.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	n := &nodeServer{
		where: where, store: store, log: log, journal: journal.Options{Key: key, CacheBytes: o.cacheBytes()}, computers: o.computers,
		config: api.Config{
			Analysis: scope, Auth: authority, Limits: limits, Signer: signer,
			CORSOrigins: o.corsOrigins, Proxies: proxies, StorageLow: o.storage.low(where, log), Alone: !where.shared(), Log: log,
		},
	}
	first, err := n.begin(ctx, nil)
	if err != nil {
		return err
	}
	n.current.Store(first)
	defer func() { err = errors.Join(err, n.current.Load().model.Close()) }()

	useThreads() // what depends on the number of processors has been made by now
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	if o.limits != "off" && o.perAddress > 0 {
		listener = limitConnections(listener, o.perAddress, proxies)
	}
	if o.pprof != "" {
		if err := servePprof(ctx, o.pprof, log); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	// What follows the store goes on while requests drain, so that answers that
	// wait for it come.
	following, stopFollowing := context.WithCancel(context.WithoutCancel(ctx))
	defer stopFollowing()
	group, following := errgroup.WithContext(following)
	group.Go(func() error {
		return n.follow(following, func() { banner(out, listener.Addr(), where, !o.noPage) })
	})
	group.Go(func() error {
		defer stopFollowing()
		stopping, cancel := joinContexts(ctx, following)
		defer cancel()
		var handler http.Handler = n
		if !o.noPage {
			handler = web.Handler(handler)
		}
		return n.serve(stopping, listener, handler)
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// accessible is a store in a cluster, which may not let this program in.
type accessible interface {
	// AwaitAccess waits for the store, and fails where waiting does not help.
	AwaitAccess(ctx context.Context) error
}

// readyPause is how often a node that catches up is asked whether it has.
const readyPause = 20 * time.Millisecond

// awaitReady waits until the node is ready; false if ctx ends before. It fails if
// the store refuses this program, which then has to end.
func awaitReady(ctx context.Context, store eventstore.Store, server *api.Server) (bool, error) {
	if access, ok := store.(accessible); ok {
		if err := access.AwaitAccess(ctx); err != nil && ctx.Err() == nil {
			return false, err
		}
	}
	tick := time.NewTicker(readyPause)
	defer tick.Stop()
	for !server.Ready(ctx) {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false, nil
		}
	}
	return true, nil
}

// cacheBytes is the memory for games.
func (o *serveOptions) cacheBytes() int64 {
	if o.cachedGames > 0 {
		return o.cachedGames * 4 << 10
	}
	return max(1, o.cacheMiB) << 20
}

// joinContexts is done when either is.
func joinContexts(a, b context.Context) (context.Context, context.CancelFunc) {
	joined, cancel := context.WithCancel(a)
	stop := context.AfterFunc(b, cancel)
	return joined, func() { stop(); cancel() }
}

// serveHTTP answers until ctx ends, then lets what is under way finish.
// Answers that would go on for ever end by what is to be done at the stop.
func serveHTTP(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger, atStop ...func()) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader - headerSlop,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	for _, f := range atStop {
		server.RegisterOnShutdown(f)
	}
	guarded := conn.Guard(listener, patience)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(guarded) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping", "drain", drainTime)
	guarded.Drain(time.Now().Add(drainReads))
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		return errors.Join(fmt.Errorf("requests did not finish within %v: %w", drainTime, err), server.Close())
	}
	return nil
}

func newLimits(setting string, budgets budgetOptions) (*limit.Limiter, error) {
	switch setting {
	case "default":
		return limit.New(limit.Config{Budgets: budgets.quotas()}), nil
	case "off":
		return limit.Off(), nil
	}
	return nil, wrongUsage(fmt.Errorf("--limits must be default or off, not %q", setting))
}

func banner(w io.Writer, addr net.Addr, where storeAt, page bool) {
	base := "http://" + addr.String()
	fmt.Fprintln(w, "janggid is ready to play.")
	if page {
		fmt.Fprintf(w, "  Play     %s/\n", base)
	}
	fmt.Fprintf(w, `  API      %[1]s/v1
  Docs     %[1]s/docs
  Spec     %[1]s/openapi.yaml
  Store    %[2]s
`, base, where)
}
