package esdb

import (
	"context"
	"fmt"
	"sync"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/metadata"
)

// pool lends connections, each to one call at a time.
//
// One client for all would be enough for gRPC, but not for this client. All its
// calls hand their needs and failures to one goroutine over a channel without a
// buffer; that goroutine blocks while it looks for a node, and is gone when it
// found none. Calls that were queueing up then hang for good, and closing the
// channel under them is a data race. With one call at a time none ever queues.
type pool struct {
	conf   *client.Configuration
	leader bool          // ask for the leader
	slots  chan struct{} // one for each connection lent or being made

	mu         sync.Mutex
	closed     bool
	idle       []*conn
	generation uint64 // connections of earlier ones are not used again
}

func newPool(conf *client.Configuration, size int) *pool {
	return &pool{conf: conf, leader: conf.NodePreference == client.NodePreferenceLeader, slots: make(chan struct{}, size)}
}

// do lends a connection to one call. Whatever the call leaves running on the
// server ends with it.
func (p *pool) do(ctx context.Context, call func(context.Context, *conn) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
	}
	defer func() { <-p.slots }()
	c, err := p.get(ctx)
	if err != nil {
		return err
	}
	err = guard(func() error { return call(p.header(ctx), c) })
	p.giveBack(ctx, c, err)
	return err
}

func (p *pool) get(ctx context.Context) (*conn, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	generation := p.generation
	p.mu.Unlock()
	c, err := dial(ctx, p.conf)
	if err != nil {
		return nil, err
	}
	c.generation = generation
	return c, nil
}

// header asks for the leader where that is wanted. The client means to do so too,
// but puts the header among those of an incoming call.
func (p *pool) header(ctx context.Context) context.Context {
	if !p.leader {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

// giveBack keeps a connection for the next call if it is known to be good. One
// that was told of another leader is moved there first; the others of its
// generation still lead to the old one. So it is when a node cannot be reached.
func (p *pool) giveBack(ctx context.Context, c *conn, err error) {
	switch {
	case err == nil || isAnswer(err) || isCancelled(err):
		p.put(c)
	case isNotLeader(err):
		generation := p.renew(c.generation)
		moved, err := settle(ctx, c.Client)
		if err != nil {
			return
		}
		moved.generation = generation
		p.put(moved)
	case isUnavailable(err):
		p.renew(c.generation)
		c.Close()
	default:
		c.Close()
	}
}

func (p *pool) put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || c.generation != p.generation {
		c.Close()
		return
	}
	p.idle = append(p.idle, c)
}

// renew ends a generation, unless that has been done.
func (p *pool) renew(generation uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if generation == p.generation {
		p.generation++
		p.closeIdle()
	}
	return p.generation
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
