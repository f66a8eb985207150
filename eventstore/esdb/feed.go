package esdb

import (
	"context"
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// The server looks for wanted events in windows of so many, and tells how far it
// got after each.
const searchWindow = 512

// ahead is how many events are taken in before the consumer wants them. Beyond
// that the server waits, and falls back on reading for this subscription.
const ahead = 256

// feed is one connection of a subscription.
type feed struct {
	items <-chan *client.SubscriptionEvent // closed when the connection is lost
	err   error                            // why; to be read when items is closed
	node  *node
	stop  func()

	tellsCaughtUp bool
	head          client.Position // of the store, just before subscribing
	level         client.Position // where a server that does not tell has caught up
}

// connect subscribes to what stands after a place.
func (s *Store) connect(ctx context.Context, after client.Position) (*feed, error) {
	leave, err := s.enter()
	if err != nil {
		return nil, err
	}
	f, receive, err := s.subscribe(s.reader.header(ctx), after)
	if err != nil {
		leave()
		return nil, err
	}
	go func() {
		defer leave()
		receive()
	}()
	return f, nil
}

// subscribe gives a feed and the function that keeps it going until ctx ends.
func (s *Store) subscribe(ctx context.Context, after client.Position) (f *feed, receive func(), err error) {
	n, err := s.reader.cluster.find(ctx)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(n.left, cancel)
	c, err := connect(ctx, s.reader.cluster.conf, n)
	if err != nil {
		stop()
		cancel()
		s.reader.cluster.leave(n, unreached)
		return nil, nil, err
	}
	f, sub, err := s.open(ctx, cancel, c, after)
	if err != nil {
		stop()
		cancel()
		s.reader.discard(c, err)
		return nil, nil, err
	}
	items := make(chan *client.SubscriptionEvent, ahead)
	f.items = items
	f.stop = func() {
		cancel()
		for range items { // until receive has ended
		}
	}
	return f, func() {
		defer cancel()
		defer stop()
		defer close(items)
		f.err = pump(ctx, sub, items)
		s.reader.discard(c, f.err)
	}, nil
}

// open looks where the store ends and subscribes. The order matters: what is
// caught up later has passed that end.
func (s *Store) open(ctx context.Context, cancel func(), c *conn, after client.Position) (f *feed, sub *client.Subscription, err error) {
	f = &feed{node: c.node, tellsCaughtUp: c.node.tellsCaughtUp}
	err = guard(func() (err error) {
		if f.head, err = s.last(ctx, c); err != nil {
			return err
		}
		f.level = f.head
		if !f.tellsCaughtUp {
			if f.level, err = s.lastWanted(ctx, c, after); err != nil {
				return err
			}
		}
		sub, err = s.request(ctx, cancel, c, after)
		return err
	})
	return f, sub, err
}

// request asks for the subscription. A request has no deadline of its own.
func (s *Store) request(ctx context.Context, cancel func(), c *conn, after client.Position) (*client.Subscription, error) {
	late := time.AfterFunc(*s.conf.DefaultDeadline, cancel)
	sub, err := c.SubscribeToAll(ctx, client.SubscribeToAllOptions{
		From: start(after), Filter: s.filter(), MaxSearchWindow: searchWindow, CheckpointInterval: 1,
	})
	if !late.Stop() {
		return nil, fmt.Errorf("subscription not confirmed in time: %w", err)
	}
	return sub, err
}

// pump receives until the subscription is lost or ctx ends, and tells why.
func pump(ctx context.Context, sub *client.Subscription, items chan<- *client.SubscriptionEvent) error {
	for {
		var item *client.SubscriptionEvent
		err := guard(func() error {
			item = sub.Recv()
			return nil
		})
		switch {
		case err != nil:
			return err
		case item.SubscriptionDropped != nil:
			return item.SubscriptionDropped.Error
		}
		select {
		case items <- item:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lastWanted is the place of the last event that a subscriber after a place is to
// get, or that place itself. Servers before 23.10 do not say when a subscription
// has caught up: it has when it got there.
func (s *Store) lastWanted(ctx context.Context, c *conn, after client.Position) (client.Position, error) {
	var from client.AllPosition = client.End{}
	for {
		read, err := c.ReadAll(ctx, client.ReadAllOptions{Direction: client.Backwards, From: from, Deadline: s.conf.DefaultDeadline}, uint64(usualPage.events))
		if err != nil {
			return after, err
		}
		var p page
		passed := false
		var found client.Position
		err = p.fill(read, usualPage, func(e *client.RecordedEvent) bool {
			passed = passed || !isBefore(after, e.Position)
			if !passed && found == (client.Position{}) && s.isWanted(e) {
				found = e.Position
			}
			return false
		})
		switch {
		case err != nil:
			return after, err
		case found != (client.Position{}):
			return found, nil
		case passed || p.end:
			return after, nil
		}
		from = p.last // a read backwards excludes the event there
	}
}
