package esdb_test

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// The client panics on what it does not know, and on broken connections reports
// all kinds of things. Readers go on where they were.
func TestReadSurvivesFault(t *testing.T) {
	const n = 7
	faults := map[string]esdbtest.ReadFault{
		"message of an unknown kind": {Unknown: true},
		"connection cut":             {Cut: true},
		"server not ready":           {Err: esdbtest.ErrNotReady},
		"no leader":                  {Err: esdbtest.ErrNoLeader},
		"no answer":                  {Silent: true},
		"deleted, in half a message": {Err: status.Error(codes.Internal, "")},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, hasty(server))
			stream, events := fill(t, store, n)
			for _, after := range []int{0, 3, n} {
				fault.After = after
				server.InjectReads(fault, fault)
				if got := ids(t, store, stream); !slices.Equal(got, idsOf(events)) {
					t.Errorf("stream, fault after %d: %d events, or not in order", after, len(got))
				}
				server.InjectReads(fault, fault)
				read := 0
				for r, err := range store.ReadAll(within(t), 0) {
					if err != nil || r.ID != events[read].ID {
						t.Fatalf("all, fault after %d: event %d is %s, error %v", after, read, r.ID, err)
					}
					read++
				}
				if read != n {
					t.Errorf("all, fault after %d: %d events", after, read)
				}
			}
		})
	}
}

func TestReadGivesUp(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString(), esdb.Options{Patience: 100 * time.Millisecond})
	stream, _ := fill(t, store, 1)
	server.InjectReads(slices.Repeat([]esdbtest.ReadFault{{Unknown: true}}, 100)...)
	if err := readError(t, store, stream, 0); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("read: %v, want ErrUnavailable", err)
	}
}

func TestCredentialsAndTLS(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("janggid", "h4n:cho@"))
	for name, tt := range map[string]struct {
		connection string
		refused    bool
	}{
		"right":    {server.ConnectionString(), false},
		"wrong":    {strings.Replace(server.ConnectionString(), "janggid:", "someone:", 1), true},
		"nameless": {"esdb://" + server.ConnectionString()[strings.LastIndex(server.ConnectionString(), "@")+1:], true},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t, tt.connection)
			_, err := store.Append(within(t), newStream(), eventstore.NoStream(), newEvents(1))
			code := status.Code(err)
			if refused := code == codes.Unauthenticated || code == codes.PermissionDenied; refused != tt.refused || !refused && err != nil {
				t.Errorf("append: %v", err)
			}
			for _, err := range store.Subscribe(within(t), 0) {
				if (err != nil) != tt.refused {
					t.Errorf("subscribe: %v", err)
				}
				break
			}
		})
	}
	t.Run("certificate not trusted", func(t *testing.T) {
		connection, _, _ := strings.Cut(server.ConnectionString(), "&tlsCAFile")
		store := openWith(t, connection, esdb.Options{Patience: 50 * time.Millisecond})
		if _, err := store.Head(within(t)); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("head: %v, want ErrUnavailable", err)
		}
	})
}

// The client ends the process when an event comes without its time. Nothing here
// can prevent it; when this test fails the client has changed, and doc.go should.
func TestEventWithoutTimeEndsTheProcess(t *testing.T) {
	const inner = "JANGGID_TEST_EVENT_WITHOUT_TIME"
	if os.Getenv(inner) == "" {
		program := exec.Command(os.Args[0], "-test.run=^TestEventWithoutTimeEndsTheProcess$")
		program.Env = append(os.Environ(), inner+"=1")
		output, err := program.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !strings.Contains(string(output), "Failed to parse created date") {
			t.Errorf("the process ended with %v and said\n%s", err, output)
		}
		return
	}
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	stream, _ := fill(t, store, 1)
	server.SetCreated(false)
	ids(t, store, stream)
}

// A server that takes the client's pings for an attack closes the connection in
// the second half minute. Waiting for that is asked for by a variable.
func TestIdleSubscriptionKeepsItsConnection(t *testing.T) {
	const clientPings = 10 * time.Second
	if esdbtest.KeepAlivePolicy.MinTime >= clientPings || !esdbtest.KeepAlivePolicy.PermitWithoutStream {
		t.Fatal("the test server does not put up with the client's pings")
	}
	if os.Getenv("JANGGID_TEST_SLOW") == "" {
		t.Skip("takes 40 s: set JANGGID_TEST_SLOW")
	}
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	follow := newFollower(t, store, 0)
	<-time.After(4 * clientPings)
	_, events := fill(t, store, 1)
	follow.sees(idsOf(events))
	if n := len(server.SubscribedAfter()); n != 1 {
		t.Errorf("subscribed %d times", n)
	}
}
