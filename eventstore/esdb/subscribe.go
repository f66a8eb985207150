package esdb

import (
	"context"
	"iter"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// Subscribe implements eventstore.Store. While live it says that it has caught
// up whenever it has passed on all that the server has sent.
func (s *Store) Subscribe(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Message, error] {
	return func(yield func(eventstore.Message, error) bool) {
		sub := &subscriber{store: s, yield: yield, cursor: placeOf(after), checked: after}
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
			case isFinal(err):
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
	progress bool // something came over the present connection
}

// follow delivers what one connection brings, until it is lost.
func (sub *subscriber) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f, err := sub.store.connect(ctx, sub.cursor)
	if err != nil {
		return err
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
		item, ok := <-f.items
		if !ok {
			return f.err
		}
		sub.progress, news = true, true
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
			sub.tell(eventstore.Message{Recorded: recorded(event)})
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
