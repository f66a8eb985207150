package esdb

import (
	"context"
	"errors"
	"iter"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// Subscribe implements eventstore.Store. While live it says that it has caught
// up whenever it has passed on all that the server has sent.
func (s *Store) Subscribe(ctx context.Context, after eventstore.Position, marks ...eventstore.Mark) iter.Seq2[eventstore.Message, error] {
	return func(yield func(eventstore.Message, error) bool) {
		sub := &subscriber{store: s, yield: yield, cursor: placeOf(after), checked: after, marks: s.newMarks(marks)}
		pause := &backoff{}
		inner, cancel := s.until(ctx)
		defer cancel()
		for {
			sub.progress = false
			err := sub.follow(inner)
			switch {
			case sub.left || ctx.Err() != nil:
				return
			case s.isClosed():
				yield(eventstore.Message{}, eventstore.ErrClosed)
				return
			case isFinal(err), errors.Is(err, eventstore.ErrOtherHistory):
				yield(eventstore.Message{}, translate(err))
				return
			}
			if sub.progress {
				pause.reset()
			}
			s.options.Logger.Warn("subscription lost, subscribing again", "after", sub.cursor.Commit, "error", err)
			pause.wait(inner)
		}
	}
}

// newMarks keeps marks of the streams with the first prefix apart.
func (s *Store) newMarks(marks []eventstore.Mark) *eventstore.Marks {
	prefix := ""
	if len(s.options.Prefixes) > 0 {
		prefix = s.options.Prefixes[0]
	}
	return eventstore.NewMarks(prefix, marks...)
}

// subscriber is one subscription through all its connections.
type subscriber struct {
	store *Store
	yield func(eventstore.Message, error) bool
	left  bool // the consumer has had enough

	// cursor is the place up to which all has been delivered. A checkpoint's may
	// have a prepare position of its own: {c, 0} is just before what stands at c.
	// The pair is kept as it is, since nothing else makes a place to resume from.
	cursor client.Position
	// checked is the last position known to be delivered that belongs to an event,
	// so that Head is never behind it.
	checked  eventstore.Position
	marks    *eventstore.Marks
	doubt    historyDoubt
	progress bool // something came over the present connection
}

// follow delivers what one connection brings, until it is lost.
func (sub *subscriber) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := sub.recognize(ctx); err != nil {
		return err
	}
	f, err := sub.store.connect(ctx, sub.cursor)
	if err != nil {
		return sub.judge(ctx, err)
	}
	defer f.stop()
	news := !isBefore(sub.cursor, f.level) && !f.tellsCaughtUp // what may be said at once
	live := news
	for {
		if live && news && len(f.items) == 0 {
			news = false
			sub.tell(eventstore.Message{CaughtUp: true, Checked: sub.checked})
		}
		if sub.left {
			return nil
		}
		item, ok, err := sub.next(ctx, f)
		if err != nil {
			return err
		}
		if !ok {
			return sub.judge(ctx, f.err)
		}
		sub.progress, news, sub.doubt = true, true, historyDoubt{}
		if item.CaughtUp != nil {
			live = true
			sub.advance(f.head)
			sub.checked = max(sub.checked, eventstore.Position(f.head.Commit))
		} else {
			sub.take(item)
			live = live || !f.tellsCaughtUp && !isBefore(sub.cursor, f.level)
		}
	}
}

// next waits for what comes. A node that is silent is asked whether it is there,
// and left if it does not answer and gossip offers another.
func (sub *subscriber) next(ctx context.Context, f *feed) (item *client.SubscriptionEvent, ok bool, err error) {
	select {
	case item, ok = <-f.items:
		return item, ok, nil
	default:
	}
	silent := time.NewTimer(sub.store.silence())
	defer silent.Stop()
	var answered chan error
	for {
		select {
		case item, ok = <-f.items:
			return item, ok, nil
		case <-silent.C:
			answered = make(chan error, 1)
			go func() { answered <- sub.store.probe(ctx, f.node) }()
		case err := <-answered:
			if err != nil {
				return nil, false, err
			}
			silent.Reset(sub.store.silence())
		}
	}
}

// probe reads one event from the node of a subscription. It fails if the node was
// left already, or is silent and there is another.
func (s *Store) probe(ctx context.Context, n *node) error {
	p := s.reader
	if p == s.leader {
		p = s.looks
	}
	soon, cancel := context.WithTimeout(ctx, s.silence())
	defer cancel()
	if now, err := p.cluster.find(soon); err == nil && now != n {
		return errLeft
	}
	err := p.do(soon, func(ctx context.Context, c *conn) error {
		_, err := s.last(ctx, c)
		return err
	})
	if err == nil || soon.Err() == nil || ctx.Err() != nil {
		return nil // if its connection is broken the subscription ends by itself
	}
	if !p.cluster.alternative(ctx, n) {
		return nil
	}
	s.options.Logger.Warn("a node is silent and there is another", "left", n.address)
	p.cluster.leave(n, silent)
	return errLeft
}

func (sub *subscriber) take(item *client.SubscriptionEvent) {
	switch {
	case item.CheckPointReached != nil:
		sub.advance(*item.CheckPointReached)
	case item.EventAppeared != nil:
		event := item.EventAppeared.OriginalEvent()
		if !isBefore(sub.cursor, event.Position) {
			return
		}
		if sub.store.isWanted(event) {
			r := recorded(event)
			sub.marks.Add(r.Mark())
			sub.tell(eventstore.Message{Recorded: r})
		} else if gone := sub.store.goneBy(event); gone != "" {
			sub.marks.Forget(gone)
			sub.tell(eventstore.Message{Recorded: eventstore.Recorded{Stream: gone, Position: recorded(event).Position}, Gone: true})
		}
		sub.advance(event.Position)
	}
}

func (sub *subscriber) advance(to client.Position) {
	if !isBefore(sub.cursor, to) {
		return
	}
	sub.cursor = to
	if to.Commit == to.Prepare {
		sub.checked = eventstore.Position(to.Commit)
	}
}

func (sub *subscriber) tell(m eventstore.Message) {
	if !sub.left {
		sub.left = !sub.yield(m, nil)
	}
}
