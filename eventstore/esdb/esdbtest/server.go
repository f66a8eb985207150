package esdbtest

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
)

// KeepAlivePolicy is what pings a node puts up with. The client pings every ten
// seconds, with calls under way or without; what a Go server allows by default
// is one ping in five minutes, and it would close the connection at the third.
var KeepAlivePolicy = keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}

// Server is one node. It runs until the test ends, or between Start and Stop.
type Server struct {
	t       T
	cluster *Cluster
	options options
	gate    *gate

	done chan struct{}  // closed when the test ends
	late sync.WaitGroup // writes under way whose callers may have left

	mu      sync.Mutex
	grpc    *grpc.Server  // nil when stopped
	served  chan struct{} // closed when grpc has returned from Serve
	faults  faults
	drop    chan struct{} // closed to end the subscriptions that run
	starts  []uint64      // commit positions that subscriptions started after
	reads   int           // so far
	deposed bool          // another leads, and this one does not know

	diverged bool // it was killed with events that no other node has
	exits    int
}

// New starts a cluster of one node.
func New(t T, opts ...Option) *Server {
	t.Helper()
	return NewCluster(t, 1, opts...).Node(0)
}

func newServer(t T, c *Cluster, o options) *Server {
	t.Helper()
	s := &Server{t: t, cluster: c, options: o, gate: newGate(t), drop: make(chan struct{}), done: make(chan struct{})}
	t.Cleanup(func() {
		close(s.done)
		s.Thaw()
		s.Stop()
		s.late.Wait()
	})
	return s
}

// Start lets a stopped node run again, at its address and with all it had stored;
// see Kill for one that has to be started twice.
func (s *Server) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grpc != nil {
		return
	}
	if s.diverged {
		s.diverged = false
		s.exits++
		return
	}
	opts := []grpc.ServerOption{
		grpc.KeepaliveEnforcementPolicy(KeepAlivePolicy),
		grpc.WaitForHandlers(true),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.UnaryInterceptor(s.authenticateUnary),
		grpc.StreamInterceptor(s.authenticateStream),
	}
	if s.options.tls != nil {
		opts = append(opts, grpc.Creds(s.options.tls.server))
	}
	server := grpc.NewServer(opts...)
	streams.RegisterStreamsServer(server, &streamsService{node: s})
	gossip.RegisterGossipServer(server, &gossipService{node: s})
	serverfeatures.RegisterServerFeaturesServer(server, &featuresService{node: s})
	door, served := s.gate.open(), make(chan struct{})
	go func() {
		defer close(served)
		if err := server.Serve(door); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			s.t.Errorf("esdbtest: %v", err)
		}
	}()
	s.grpc, s.served = server, served
}

// Stop ends all connections and lets no new ones in. What was stored stays.
func (s *Server) Stop() {
	s.mu.Lock()
	server, served := s.grpc, s.served
	s.grpc = nil
	s.mu.Unlock()
	if server == nil {
		return
	}
	server.Stop()
	<-served
}

// maxMessage is the most that the real server takes in one message.
const maxMessage = 16 << 20

// Address is the node's host and port.
func (s *Server) Address() string { return s.gate.listener.Addr().String() }

func (s *Server) port() int { return s.gate.listener.Addr().(*net.TCPAddr).Port }

// ConnectionString leads to this node alone, without cluster discovery.
func (s *Server) ConnectionString() string {
	return fmt.Sprintf("esdb://%s%s?%s", s.options.login(), s.Address(), s.options.settings())
}

func (s *Server) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grpc != nil
}

// Freeze stops the node as a paused process is stopped: it keeps its connections
// and takes new ones, and nothing comes from it until Thaw.
func (s *Server) Freeze() { s.gate.freeze() }

// Thaw lets a frozen node go on where it was.
func (s *Server) Thaw() { s.gate.thaw() }

// Throttle lets each connection to the node carry so many bytes a second from it;
// 0 ends that.
func (s *Server) Throttle(bytes int) { s.gate.setRate(bytes) }

// WriteSized is Write with so many bytes of data in each event.
func (s *Server) WriteSized(stream string, n, bytes int) {
	events := make([]event, n)
	for i := range events {
		events[i] = newEvent()
		events[i].data = make([]byte, bytes)
	}
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.write(stream, events)
}

// SubscribedAfter gives the commit positions after which the subscriptions to
// the node so far asked to start, 0 for the beginning.
func (s *Server) SubscribedAfter() []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.starts)
}

// Reads is how many reads and subscriptions the node was asked for so far.
func (s *Server) Reads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

func (s *Server) noteRead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
}

func (s *Server) noteSubscription(start place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = append(s.starts, start.commit)
}

// Write appends events that the test needs to be there, each of a type and with
// some data, as another program would: to any stream, system streams as well.
func (s *Server) Write(stream string, n int) {
	events := make([]event, n)
	for i := range events {
		events[i] = newEvent()
	}
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.write(stream, events)
}
