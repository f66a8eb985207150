package esdb_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// heard is a log that tests read while it is written.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

func TestStartEndsWhereWaitingDoesNotHelp(t *testing.T) {
	admin, plain := esdbtest.User("admin", "right"), esdbtest.PlainUser("janggid", "right")
	server := esdbtest.New(t, esdbtest.TLS(t), admin, plain)
	_, rest, _ := strings.Cut(server.ConnectionString(), "@")
	untrusted, _, _ := strings.Cut(server.ConnectionString(), "&tlsCAFile")
	for name, tt := range map[string]struct{ connection, says string }{
		"wrong password":      {"esdb://admin:wrong@" + rest, "password"},
		"no user":             {"esdb://" + rest, "$all"},
		"no right":            {"esdb://janggid:right@" + rest, "$admins"},
		"untrusted authority": {untrusted, "certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := open(t, tt.connection+"&defaultDeadline=100")
			err := store.AwaitAccess(within(t))
			if !errors.Is(err, esdb.ErrRefused) || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "wrong@") {
				t.Errorf("ended with %v, want a refusal that names %q", err, tt.says)
			}
		})
	}
}

// Every node that is reached has to refuse.
func TestStartGoesOnWhereOneNodeDoesNotRefuse(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 2, esdbtest.TLS(t), esdbtest.User("admin", "right"))
	cluster.Elect(-1)
	store := open(t, cluster.ConnectionString()+"&defaultDeadline=100")
	cluster.Node(0).RefuseLogins(1 << 30)
	ctx, cancel := context.WithTimeout(t.Context(), 600*time.Millisecond)
	defer cancel()
	if err := store.AwaitAccess(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v, want it to wait", err)
	}
	cluster.Elect(1)
	if err := store.AwaitAccess(within(t)); err != nil {
		t.Error(err)
	}
}

// A cluster that starts refuses logins for a while.
func TestStartWaitsForLogins(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "right"))
	server.RefuseLogins(5)
	store := open(t, server.ConnectionString())
	if err := store.AwaitAccess(within(t)); err != nil {
		t.Error(err)
	}
}

// A server that is not there is waited for, and the log names what it may be.
func TestStartWaitsForAServer(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	down := esdbtest.New(t)
	down.Stop()
	secure := esdbtest.New(t, esdbtest.TLS(t))
	plain := esdbtest.New(t)
	for name, tt := range map[string]struct{ connection, says string }{
		"down":           {down.ConnectionString(), "tls=false"},
		"silent":         {"esdb://" + silent.Addr().String() + "?tls=false&gossipTimeout=1&maxDiscoverAttempts=1", "down or starting"},
		"TLS expected":   {"esdb://" + secure.Address() + "?tls=false", "tls=false"},
		"plain, not TLS": {"esdb://" + plain.Address() + "?tls=true", "does not speak TLS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log heard
			opening, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer stop()
			store, err := esdb.Open(opening, tt.connection+"&defaultDeadline=100", esdb.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Patience: 50 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			if err := store.AwaitAccess(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("ended with %v, want it to wait", err)
			}
			if !strings.Contains(log.String(), tt.says) {
				t.Errorf("the log says\n%s\nwant it to name %q", log.String(), tt.says)
			}
			if n := strings.Count(log.String(), "waiting for the event store"); n > 2 {
				t.Errorf("it says so %d times", n)
			}
		})
	}
	t.Run("down, then up", func(t *testing.T) {
		server := esdbtest.New(t)
		server.Stop()
		store := open(t, hasty(server))
		waited := make(chan error, 1)
		go func() { waited <- store.AwaitAccess(within(t)) }()
		server.Start()
		if err := <-waited; err != nil {
			t.Error(err)
		}
	})
}

func TestOpenRefusesACertificateThatCannotBeRead(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "user.pem")
	_, err := esdb.Open(t.Context(), "esdb://h?userCertFile="+missing+"&userKeyFile="+missing, esdb.Options{})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("opened with %v", err)
	}
	if _, err := esdb.Open(t.Context(), "esdb://h?userCertFile="+missing, esdb.Options{}); err == nil || !strings.Contains(err.Error(), "userKeyFile") {
		t.Errorf("without a key: %v", err)
	}
}
