package esdbtest

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/grpc/metadata"
)

// Cluster is nodes that share what is stored. One leads; the others forward
// appends to it, unless the client asks for the leader: then they name it.
type Cluster struct {
	options options
	nodes   []*Server

	mu     sync.Mutex
	log    *log
	leader int // index of the leading node, -1 when there is none
}

// NewCluster starts nodes, of which the first leads.
func NewCluster(t T, nodes int, opts ...Option) *Cluster {
	t.Helper()
	c := &Cluster{log: newLog(), options: defaults()}
	for _, set := range opts {
		set(&c.options)
	}
	for range nodes {
		c.nodes = append(c.nodes, newServer(t, c, c.options))
	}
	for _, node := range c.nodes {
		node.Start()
	}
	return c
}

// Node gives the i-th node.
func (c *Cluster) Node(i int) *Server { return c.nodes[i] }

// Elect makes the i-th node the leader, which all learn at once; -1 leaves the
// cluster without one.
func (c *Cluster) Elect(i int) {
	for _, node := range c.nodes {
		node.setDeposed(false)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = i
}

// Depose makes the i-th node the leader while the old one, paused or cut off,
// goes on taking itself for it, until Rejoin: it reads what it had, stores
// nothing, and answers no append.
func (c *Cluster) Depose(i int) {
	old := c.leading()
	old.SetLag(true)
	old.setDeposed(true)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = i
}

// Rejoin lets a deposed leader learn of the new one and catch up.
func (s *Server) Rejoin() {
	s.setDeposed(false)
	s.SetLag(false)
}

func (s *Server) setDeposed(deposed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deposed = deposed
}

func (s *Server) isDeposed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.deposed
}

// ConnectionString names all nodes, so that clients discover the leader.
func (c *Cluster) ConnectionString() string {
	addresses := make([]string, len(c.nodes))
	for i, node := range c.nodes {
		addresses[i] = node.Address()
	}
	return fmt.Sprintf("esdb://%s%s?%s", c.options.login(), strings.Join(addresses, ","), c.options.settings())
}

func (c *Cluster) leading() *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leader < 0 {
		return nil
	}
	return c.nodes[c.leader]
}

// stored is the log as it is now; Restore puts another in its place.
func (c *Cluster) stored() *log {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log
}

// believed is the node that this one takes for the leader.
func (s *Server) believed() *Server {
	if s.isDeposed() {
		return s
	}
	return s.cluster.leading()
}

// checkLeader refuses a call that asks for the leader where there is another, and
// one that a follower cannot forward.
func (s *Server) checkLeader(ctx context.Context, write bool) error {
	leader := s.believed()
	required := false
	for _, v := range metadata.ValueFromIncomingContext(ctx, "requires-leader") {
		required = required || v == "true"
	}
	switch {
	case leader == nil && (required || write):
		return ErrNoLeader
	case leader != nil && leader != s && required:
		return failNotLeader(ctx, "127.0.0.1", leader.port())
	}
	return nil
}
