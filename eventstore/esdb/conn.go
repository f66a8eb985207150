package esdb

import (
	"context"
	"errors"
	"fmt"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// errUnreachable: no node was found to talk to in time, so nothing was asked.
var errUnreachable = errors.New("no node of the cluster was reached")

// errPanicked: the client met something it has no code for.
var errPanicked = errors.New("the client panicked")

// conn is a client that has connected to a node. It serves one call at a time.
type conn struct {
	*client.Client
	node *node
}

// connect opens the client on a node and waits until it is connected. That knows
// no context: when ctx ends first, it goes on alone, and what comes of it is
// closed.
func connect(ctx context.Context, conf *client.Configuration, n *node) (*conn, error) {
	own := *conf
	own.Address, own.GossipSeeds, own.DnsDiscover, own.MaxDiscoverAttempts = n.address, nil, false, 1
	c, err := client.NewClient(&own)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreachable, err)
	}
	result := make(chan error) // not buffered: what is sent was taken
	go func() {
		err := guard(func() error {
			_, err := c.GetServerVersion()
			return err
		})
		select {
		case result <- err:
		case <-ctx.Done():
			c.Close()
		}
	}()
	select {
	case err := <-result:
		if err != nil {
			c.Close()
			return nil, fmt.Errorf("%w: %w", errUnreachable, err)
		}
		return &conn{Client: c, node: n}, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", errUnreachable, ctx.Err())
	}
}

// guard turns a panic of the client into an error.
func guard(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanicked, r)
		}
	}()
	return call()
}
