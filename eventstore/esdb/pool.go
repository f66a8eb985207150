package esdb

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/grpc/metadata"
)

// pool lends connections to the node of a cluster, each to one call at a time.
//
// One client for all would be enough for gRPC, but not for this client. All its
// calls hand their needs and failures to one goroutine over a channel without a
// buffer; that goroutine blocks while it connects, and is gone when it could not.
// Calls that were queueing up then hang for good, and closing the channel under
// them is a data race. With one call at a time none ever queues.
type pool struct {
	cluster *cluster
	slots   chan struct{} // one for each connection lent or being made

	mu     sync.Mutex
	closed bool
	node   *node // that the idle ones lead to
	idle   []*conn
}

func newPool(c *cluster, size int) *pool {
	return &pool{cluster: c, slots: make(chan struct{}, size)}
}

// do lends a connection to one call. Whatever the call leaves running on the
// server ends with it.
func (p *pool) do(ctx context.Context, call func(context.Context, *conn) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
	}
	defer func() { <-p.slots }()
	n, err := p.cluster.find(inner)
	if err != nil {
		return err
	}
	defer context.AfterFunc(n.left, cancel)()
	c, err := p.get(inner, n)
	if err == nil {
		err = guard(func() error { return call(p.header(inner), c) })
		p.giveBack(c, err)
	} else if ctx.Err() == nil {
		p.cluster.leave(n, unreached)
	}
	if err != nil && n.left.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", errLeft, err)
	}
	return err
}

func (p *pool) get(ctx context.Context, n *node) (*conn, error) {
	p.mu.Lock()
	if p.node != n {
		p.closeIdle()
		p.node = n
	}
	if last := len(p.idle) - 1; last >= 0 {
		c := p.idle[last]
		p.idle = p.idle[:last]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return connect(ctx, p.cluster.conf, n)
}

// header asks for the leader where that is wanted. The client means to do so too,
// but puts the header among those of an incoming call.
func (p *pool) header(ctx context.Context) context.Context {
	if !p.cluster.wantsLeader() {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

// giveBack keeps a connection for the next call if it is known to be good.
func (p *pool) giveBack(c *conn, err error) {
	if err == nil || isAnswer(err) || isCancelled(err) {
		p.put(c)
		return
	}
	p.discard(c, err)
}

// discard closes a connection that failed. When its node cannot be reached, or
// says that it does not lead, all others to it are no better.
func (p *pool) discard(c *conn, err error) {
	switch {
	case isNotLeader(err):
		p.cluster.leave(c.node, notLeading)
	case isUnavailable(err):
		p.cluster.leave(c.node, unreached)
	}
	c.Close()
}

func (p *pool) put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || c.node != p.node {
		c.Close()
		return
	}
	p.idle = append(p.idle, c)
}

func (p *pool) closeIdle() {
	for _, c := range p.idle {
		c.Close()
	}
	p.idle = nil
}

// close lets go of all connections that are not lent, and of those when they
// are given back.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.closeIdle()
}
