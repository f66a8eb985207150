package esdbtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/metadata"
)

// Cluster is nodes that share what is stored. One leads; the others forward
// appends to it, unless the client asks for the leader: then they name it.
type Cluster struct {
	log     *log
	options options
	nodes   []*Server

	mu     sync.Mutex
	leader int // index of the leading node, -1 when there is none
}

// NewCluster starts nodes, of which the first leads.
func NewCluster(t testing.TB, nodes int, opts ...Option) *Cluster {
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

// Elect makes the i-th node the leader; -1 leaves the cluster without one.
func (c *Cluster) Elect(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = i
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

// checkLeader refuses a call that asks for the leader where there is another, and
// one that a follower cannot forward.
func (s *Server) checkLeader(ctx context.Context, write bool) error {
	leader := s.cluster.leading()
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

type gossipService struct {
	gossip.UnimplementedGossipServer
	node *Server
}

// Read implements gossip.GossipServer.
func (g *gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	c := g.node.cluster
	leader := c.leading()
	info := &gossip.ClusterInfo{}
	for _, node := range c.nodes {
		node.mu.Lock()
		alive := node.grpc != nil
		node.mu.Unlock()
		state := gossip.MemberInfo_Follower
		if node == leader {
			state = gossip.MemberInfo_Leader
		}
		info.Members = append(info.Members, &gossip.MemberInfo{
			State:        state,
			IsAlive:      alive,
			HttpEndPoint: &gossip.EndPoint{Address: "127.0.0.1", Port: uint32(node.port())},
		})
	}
	return info, nil
}
