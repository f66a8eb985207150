package sqlite

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// gap is a run of events that are not there.
type gap struct {
	first, last int64
	reason      string
}

// readEvent is the place of an event, according to its row.
type readEvent struct {
	position, revision, previous, stream int64
	name                                 string
	err                                  error // it is not as it was written
}

// page reads the events after a position and up to another, so many at most.
func (k *checker) page(pages *sqliteconn.Statement, after, upTo int64, limit int) (events []readEvent, err error) {
	_, err = pages.Bind(after, upTo, int64(limit)).Rows(func(r *sqliteconn.Row) bool {
		e, bad := k.reader.event(r)
		events = append(events, readEvent{r.Int(0), r.Int(1), r.Int(7), r.Int(6), e.Stream, bad})
		return true
	})
	return events, err
}

// events reads all events in order. In an unreadable page it looks up each
// expected event, so that a fault does not hide others.
func (k *checker) events(ctx context.Context) error {
	pages, err := k.reader.conn.Prepare("SELECT "+eventColumns+checksumOf(k.version)+
		" FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?", 3)
	if err != nil {
		k.found(fmt.Errorf("table events cannot be read: %w", err))
		return nil
	}
	defer pages.Close()
	for at := int64(0); at < k.last; {
		if err := ctx.Err(); err != nil {
			return err
		}
		k.progress(at, k.last)
		events, err := k.page(pages, at, k.last, pageEvents)
		end := k.last
		switch {
		case err != nil && at > k.most:
			k.report.finding("events after %d cannot be read: %v", at, err)
			return nil
		case err != nil:
			end = min(at+pageEvents, k.last)
			k.oneByOne(pages, at, end)
		default:
			if len(events) == pageEvents {
				end = events[len(events)-1].position
			}
			k.take(at, end, events, nil)
		}
		at = end
	}
	k.endGap()
	k.progress(k.last, k.last)
	return nil
}

func (k *checker) oneByOne(pages *sqliteconn.Statement, after, end int64) {
	for at := after; at < end; at++ {
		events, err := k.page(pages, at, at+1, 1)
		if err != nil {
			events = nil
		}
		k.take(at, at+1, events, err)
	}
}

// take checks the events that were read after a position and up to another. Why
// others could not be read is nil where they are not there.
func (k *checker) take(after, end int64, events []readEvent, why error) {
	for _, e := range events {
		k.absent(after+1, e.position-1, why)
		after = e.position
		k.event(e)
	}
	k.absent(after+1, end, why)
}

// absent takes note of events that are not there, or cannot be read.
func (k *checker) absent(first, last int64, why error) {
	for ; first <= last && k.buried[first]; first++ {
	}
	for ; first <= last && k.buried[last]; last-- {
	}
	if first > last {
		return
	}
	reason := "are missing"
	if why != nil {
		reason = "cannot be read: " + why.Error()
	}
	if g := &k.gap; g.last != first-1 || g.reason != reason {
		k.endGap()
		k.gap = gap{first: first, reason: reason}
	}
	k.gap.last = last
}

// endGap makes the run of absent events a finding.
func (k *checker) endGap() {
	if g := k.gap; g.last > 0 {
		k.report.finding("events %d to %d %s", g.first, g.last, g.reason)
	}
	k.gap = gap{}
}

// event checks that an event is whole and continues its stream.
func (k *checker) event(e readEvent) {
	k.endGap()
	end := k.streams[e.stream]
	if end == nil {
		end = &chainEnd{}
		k.streams[e.stream] = end
	}
	switch {
	case e.err != nil:
		k.report.finding("%v", e.err)
		end.broken = true
	case e.revision != end.next && e.revision != 0 && end.position == 0 && end.next == 0:
		k.report.finding("stream %s begins with revision %d: what was before is lost", e.name, e.revision)
		end.broken = true
	case e.revision != end.next || e.previous != end.position:
		k.report.finding("event %d is revision %d of stream %s after event %d, where revision %d after event %d would be next",
			e.position, e.revision, e.name, e.previous, end.next, end.position)
		end.broken = true
	default:
		k.report.Events++
	}
	end.next, end.position = e.revision+1, e.position
	if e.position <= k.saved {
		end.atSaved = e.position
	}
}
