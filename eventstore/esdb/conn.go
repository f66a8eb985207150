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

// conn is a client that has found its node. It serves one call at a time.
type conn struct {
	*client.Client
	tellsCaughtUp bool // servers do from 23.10 on
	generation    uint64
}

// dial makes a client and waits until it has found a node. Discovery knows no
// context: when ctx ends first, it goes on alone, and what it finds is closed.
func dial(ctx context.Context, conf *client.Configuration) (*conn, error) {
	own := *conf
	c, err := client.NewClient(&own)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreachable, err)
	}
	return settle(ctx, c)
}

// settle waits until a client has found its node, or moved to the one it was
// sent to. A client for which that fails, or takes longer than ctx, is closed.
func settle(ctx context.Context, c *client.Client) (*conn, error) {
	type found struct {
		version *client.ServerVersion
		err     error
	}
	result := make(chan found) // not buffered: what is sent was taken
	go func() {
		var f found
		f.err = guard(func() (err error) {
			f.version, err = c.GetServerVersion()
			return err
		})
		select {
		case result <- f:
		case <-ctx.Done():
			c.Close()
		}
	}()
	select {
	case f := <-result:
		if f.err != nil {
			c.Close()
			return nil, fmt.Errorf("%w: %w", errUnreachable, f.err)
		}
		v := f.version
		return &conn{Client: c, tellsCaughtUp: v.Major > 23 || v.Major == 23 && v.Minor >= 10}, nil
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
