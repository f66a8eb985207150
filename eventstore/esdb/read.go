package esdb

import (
	"context"
	"fmt"
	"iter"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// ReadStream implements eventstore.Store. It ends with ErrDeleted if the stream
// was deleted, or cut off at its beginning.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for next := from; ; {
			var p page
			err := s.attempt(ctx, func(ctx context.Context) (err error) {
				if p, err = s.streamPage(ctx, stream, next, usualPage); err != nil || !p.absent {
					if err == nil && next == 0 && p.end && len(p.events) == 0 {
						return eventstore.ErrDeleted // all of them have expired
					}
					return err
				}
				gone, err := s.isSoftDeleted(ctx, s.leader, stream)
				if gone {
					return eventstore.ErrDeleted
				}
				return err
			})
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			for _, r := range p.events {
				if r.Revision != next {
					yield(eventstore.Recorded{}, fmt.Errorf("%w: revisions %d to %d of %s are gone", eventstore.ErrDeleted, next, r.Revision-1, stream))
					return
				}
				if !yield(r, nil) {
					return
				}
				next++
			}
			if p.end {
				return
			}
		}
	}
}

// ReadAll implements eventstore.Store. The client cannot ask the server to filter
// what is read, so all events are fetched, those of other programs as well.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		pace := newPace(*s.conf.DefaultDeadline)
		for cursor := placeOf(after); ; {
			var p page
			err := s.attempt(ctx, func(ctx context.Context) (err error) {
				p, err = s.allPage(ctx, cursor, pace)
				return err
			})
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			for _, r := range p.events {
				if !yield(r, nil) {
					return
				}
			}
			if p.end {
				return
			}
			cursor = p.last
		}
	}
}

// allPage reads all after a place. What came of a page that broke off is one: the
// next goes on from there.
func (s *Store) allPage(ctx context.Context, after client.Position, pace *pace) (page, error) {
	for {
		p, err := s.partOfAll(ctx, after, pace)
		if err == nil {
			pace.faster()
			return p, nil
		}
		late := isTimeout(err) && ctx.Err() == nil && pace.slower()
		switch {
		case isBefore(after, p.last):
			return p, nil
		case !late:
			return p, err
		}
	}
}

func (s *Store) partOfAll(ctx context.Context, after client.Position, pace *pace) (page, error) {
	options := client.ReadAllOptions{From: start(after), Deadline: &pace.deadline}
	p := page{after: after, last: after}
	err := s.reader.do(ctx, func(ctx context.Context, c *conn) error {
		// The server begins with the event at the place itself.
		read, err := c.ReadAll(ctx, options, uint64(pace.events))
		if err != nil {
			return err
		}
		return p.fill(read, pace.limits, func(e *client.RecordedEvent) bool {
			return isBefore(after, e.Position) && s.isWanted(e)
		})
	})
	return p, err
}

// Head implements eventstore.Store. It is the position of the last event of any
// stream, the server's own included.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	var head client.Position
	err := s.attempt(ctx, func(ctx context.Context) error {
		return s.leader.do(ctx, func(ctx context.Context, c *conn) (err error) {
			head, err = s.last(ctx, c)
			return err
		})
	})
	return eventstore.Position(head.Commit), err
}

// last is the place of the last event of all.
func (s *Store) last(ctx context.Context, c *conn) (client.Position, error) {
	read, err := c.ReadAll(ctx, client.ReadAllOptions{Direction: client.Backwards, From: client.End{}, Deadline: s.conf.DefaultDeadline}, 1)
	if err != nil {
		return client.Position{}, err
	}
	var p page
	err = p.fill(read, limits{events: 1, bytes: 1}, func(*client.RecordedEvent) bool { return false })
	return p.last, err
}

// attempt tries what only reads until the cluster answers or patience ends.
func (s *Store) attempt(ctx context.Context, read func(context.Context) error) error {
	leave, err := s.enter()
	if err != nil {
		return err
	}
	defer leave()
	inner, cancel := s.until(ctx)
	defer cancel()
	for pause := s.patience(); ; {
		err := inner.Err()
		if err == nil {
			err = read(inner)
		}
		switch {
		case err == nil:
			return nil
		case inner.Err() == nil && isFinal(err):
			return translate(err)
		case !pause.wait(inner):
			return s.giveUp(ctx, err)
		}
	}
}
