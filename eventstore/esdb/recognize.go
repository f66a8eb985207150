package esdb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// historyDoubt is what speaks against a history and proves nothing by itself:
// something is not there that should be. A leader may have been deposed, and not
// know; a node may have come back before it has caught up.
type historyDoubt struct {
	what  string
	since time.Time
}

var errDoubtful = errors.New("the store does not hold what was read from it")

// recognize asks the leader for the marks of what a subscription was given. It
// fails with ErrOtherHistory if another event stands in the place of one. That
// none does, or that the store ends before what was read, counts when the answer
// was the same for as long as two deadlines and a majority of the nodes names the
// node that gave it as the leader.
func (sub *subscriber) recognize(ctx context.Context) error {
	for _, mark := range sub.marks.All() {
		there, err := sub.store.eventAt(ctx, mark)
		switch {
		case err != nil:
			return err
		case there == nothingSaid:
		case there == otherEvent:
			return fmt.Errorf("%w: revision %d of %s is another event than %s", eventstore.ErrOtherHistory, mark.Revision, mark.Stream, mark.ID)
		case there == noEvent:
			return sub.suspect(ctx, fmt.Sprintf("%s has no revision %d", mark.Stream, mark.Revision))
		}
	}
	if sub.checked > 0 {
		head, err := sub.store.leaderHead(ctx)
		if err != nil {
			return err
		}
		if head < sub.checked {
			return sub.suspect(ctx, fmt.Sprintf("it ends at %s, before %s", head, sub.checked))
		}
	}
	if sub.doubt.what != impossiblePlace {
		sub.doubt = historyDoubt{}
	}
	return nil
}

const impossiblePlace = "no event starts at the position read last"

// judge takes a subscription's failure for a sign of another history if the server
// says that nothing can be read from where it was.
func (sub *subscriber) judge(ctx context.Context, err error) error {
	if err != nil && isInvalidPosition(err) {
		return sub.suspect(ctx, impossiblePlace)
	}
	return err
}

// suspect notes what speaks against the history, until it has for long enough. A
// node that does not know that it was deposed is left.
func (sub *subscriber) suspect(ctx context.Context, what string) error {
	if sub.doubt.what != what {
		sub.doubt = historyDoubt{what: what, since: time.Now()}
	}
	s := sub.store
	c := s.leader.cluster
	if n, err := c.find(ctx); err == nil {
		switch verdict := c.verdictOn(ctx, n.address); {
		case verdict == deposed:
			c.leave(n, notLeading) // nothing else may tell that another leads
		case verdict == elected && time.Since(sub.doubt.since) >= 2*(*s.conf.DefaultDeadline):
			return fmt.Errorf("%w: %s", eventstore.ErrOtherHistory, what)
		}
	}
	return fmt.Errorf("%w: %s", errDoubtful, what)
}

// Recognize implements eventstore.Recognizer. Doubts are not bounded by patience:
// they are resolved, one way or the other, once the cluster has a leader.
func (s *Store) Recognize(ctx context.Context, upTo eventstore.Position, marks []eventstore.Mark) error {
	leave, err := s.enter()
	if err != nil {
		return err
	}
	defer leave()
	inner, cancel := s.until(ctx)
	defer cancel()
	sub := &subscriber{store: s, checked: upTo, marks: s.newMarks(marks)}
	for pause := s.patience(); ; {
		err := sub.recognize(inner)
		switch {
		case err == nil:
			return nil
		case inner.Err() != nil:
			return s.giveUp(ctx, err)
		case errors.Is(err, eventstore.ErrOtherHistory), isFinal(err):
			return translate(err)
		case errors.Is(err, errDoubtful):
			pause.until = time.Now().Add(s.options.Patience)
		}
		if !pause.wait(inner) {
			return s.giveUp(ctx, err)
		}
	}
}

// inPlace is what stands in a mark's place.
type inPlace int

const (
	sameEvent inPlace = iota
	otherEvent
	noEvent
	nothingSaid // the stream was deleted, or may have been cut
)

func (s *Store) eventAt(ctx context.Context, m eventstore.Mark) (inPlace, error) {
	there, err := s.streamPage(ctx, m.Stream, m.Revision, limits{events: 1, bytes: math.MaxInt})
	switch {
	case hasCode(err, client.ErrorCodeStreamDeleted):
		return nothingSaid, nil
	case err != nil:
		return 0, err
	case len(there.events) > 0 && there.events[0].Revision == m.Revision && there.events[0].ID == m.ID:
		return sameEvent, nil
	case len(there.events) > 0 && there.events[0].Revision == m.Revision:
		return otherEvent, nil
	}
	limited, err := s.isLimited(ctx, s.leader, m.Stream)
	if limited {
		return nothingSaid, err
	}
	return noEvent, err
}

func (s *Store) leaderHead(ctx context.Context) (eventstore.Position, error) {
	var head client.Position
	err := s.leader.do(ctx, func(ctx context.Context, c *conn) (err error) {
		head, err = s.last(ctx, c)
		return err
	})
	return eventstore.Position(head.Commit), err
}
