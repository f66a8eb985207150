package esdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc"
)

// cluster finds the node that calls go to, for all connections in one place, and
// keeps to it until it is left.
type cluster struct {
	conf *client.Configuration
	dial []grpc.DialOption
	ctx  context.Context // ends with close
	end  context.CancelFunc

	mu         sync.Mutex
	conns      map[string]*grpc.ClientConn // by address
	members    []string                    // by the gossip read last
	last       string                      // the node that was found last
	suspect    bool                        // last may be no leader, or not answer
	moved      bool                        // a single node has said that it does not lead
	current    *node
	generation uint64
	search     *search
	losses     uint64 // how often a node was left
	settled    uint64 // the losses that are made up for
	lost       func() // called when a node was left
}

// search is a look for a node that many callers wait for.
type search struct {
	done  chan struct{}
	found *node
	err   error
}

func newCluster(conf *client.Configuration) (*cluster, error) {
	options, err := transport(conf)
	if err != nil {
		return nil, err
	}
	c := &cluster{conf: conf, dial: options, conns: map[string]*grpc.ClientConn{}}
	c.ctx, c.end = context.WithCancel(context.Background())
	return c, nil
}

// isSingle tells whether the connection string names one node, to be talked to
// directly.
func (c *cluster) isSingle() bool { return !c.conf.DnsDiscover && len(c.conf.GossipSeeds) == 0 }

func (c *cluster) wantsLeader() bool { return c.conf.NodePreference == client.NodePreferenceLeader }

// candidates are the nodes that may be asked: the last found, then those that the
// connection string and gossip name.
func (c *cluster) candidates() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []string
	add := func(address string) {
		if address != "" && !slices.Contains(all, address) {
			all = append(all, address)
		}
	}
	add(c.last)
	if c.conf.DnsDiscover || len(c.conf.GossipSeeds) == 0 {
		add(c.conf.Address)
	}
	for _, seed := range c.conf.GossipSeeds {
		add(seed.String())
	}
	for _, member := range c.members {
		add(member)
	}
	return all
}

func (c *cluster) learn(o opinion) {
	members := make([]string, len(o.members))
	for i, m := range o.members {
		members[i] = addressOf(m)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.members = members
}

// connection gives this package's own connection to a node.
func (c *cluster) connection(address string) (*grpc.ClientConn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	if conn := c.conns[address]; conn != nil {
		return conn, nil
	}
	conn, err := grpc.NewClient(address, c.dial...)
	if err == nil {
		c.conns[address] = conn
	}
	return conn, err
}

// disconnect throws a connection away that failed: the next is made at once,
// without the pauses that gRPC would make.
func (c *cluster) disconnect(address string, conn *grpc.ClientConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conns[address] == conn && (c.current == nil || c.current.conn != conn) {
		delete(c.conns, address)
		conn.Close()
	}
}

// find gives the node that calls go to.
func (c *cluster) find(ctx context.Context) (*node, error) {
	c.mu.Lock()
	if n := c.current; n != nil {
		c.mu.Unlock()
		return n, nil
	}
	s := c.search
	if s == nil {
		s = &search{done: make(chan struct{})}
		c.search = s
		go c.run(s)
	}
	c.mu.Unlock()
	select {
	case <-s.done:
		if s.err != nil {
			return nil, fmt.Errorf("%w: %w", errUnreachable, s.err)
		}
		return s.found, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
	}
}

func (c *cluster) run(s *search) {
	for attempt := range c.conf.MaxDiscoverAttempts {
		if attempt > 0 {
			select {
			case <-time.After(time.Duration(c.conf.DiscoveryInterval) * time.Millisecond):
			case <-c.ctx.Done():
			}
		}
		if s.found, s.err = c.choose(c.ctx); s.err == nil {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.search = nil
	if s.err == nil {
		c.generation++
		s.found.generation = c.generation
		c.current, c.last, c.suspect = s.found, s.found.address, false
	}
	close(s.done)
}

// choose looks for a node, once.
func (c *cluster) choose(ctx context.Context) (*node, error) {
	address, err := c.address(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := c.connection(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.conf.GossipTimeout)*time.Second)
	defer cancel()
	n := &node{address: address, conn: conn}
	if n.features, err = askFeatures(ctx, conn); err != nil {
		c.disconnect(address, conn)
		c.leaveAddress()
		return nil, fmt.Errorf("features of %s: %w", address, err)
	}
	n.left, n.leave = context.WithCancel(context.Background())
	return n, nil
}

func (c *cluster) leaveAddress() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.suspect, c.moved = true, false
}

func (c *cluster) address(ctx context.Context) (string, error) {
	c.mu.Lock()
	last, suspect, moved := c.last, c.suspect, c.moved
	c.mu.Unlock()
	switch {
	case c.isSingle() && !(moved && c.wantsLeader()):
		return c.conf.Address, nil
	case !c.wantsLeader():
		return c.preferred(ctx)
	case last != "" && !suspect:
		soon, cancel := context.WithTimeout(ctx, headStart)
		defer cancel()
		if c.gossip(soon, last).leader() == last {
			return last, nil
		}
	}
	return c.elect(ctx)
}

// departure says why a node is left.
type departure int

const (
	unreached departure = iota // a connection was lost or refused
	notLeading
	silent
)

// leave lets later calls go to a node that is looked for anew, unless that has
// been done. Calls to a silent node end; others may yet be answered.
func (c *cluster) leave(n *node, why departure) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != n {
		return
	}
	c.current = nil
	c.suspect = why != unreached
	c.moved = why == notLeading || why == silent
	c.losses++
	delete(c.conns, n.address)
	if why == silent {
		n.leave()
	}
	n.conn.Close()
	if c.lost != nil {
		c.lost()
	}
}

// certainty gives the number of losses so far, and whether they are made up for.
func (c *cluster) certainty() (losses uint64, certain bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.losses, c.losses == c.settled
}

// settle makes up for the losses up to a number, if calls go to a node still.
func (c *cluster) settle(losses uint64, n *node) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == n && c.losses == losses {
		c.settled = losses
	}
}

func (c *cluster) close() {
	c.end()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		conn.Close()
	}
	clear(c.conns)
	if c.current != nil {
		c.current.leave()
	}
}

// alternative tells whether gossip offers another node than one that is silent:
// another leader by a majority, or, for reads that may go anywhere, any.
func (c *cluster) alternative(ctx context.Context, n *node) bool {
	if c.wantsLeader() {
		leader, err := c.elect(ctx)
		return err == nil && leader != n.address
	}
	other := false
	c.survey(ctx, c.candidates(), func(o opinion) bool {
		for _, m := range o.members {
			other = other || o.from != n.address && m.GetIsAlive() && addressOf(m) != n.address
		}
		return other
	})
	return other
}

// errLeft: the node was left for another while a call waited for it.
var errLeft = errors.New("the node was left for another")
