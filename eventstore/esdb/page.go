package esdb

import (
	"context"
	"errors"
	"io"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// limits end a page. Reading goes in pages so that a reader who takes his time
// holds no connection, and no more than a page of memory.
type limits struct {
	events int
	bytes  int
}

var usualPage = limits{events: 512, bytes: 2 << 20}

// page is a part of a stream, or of all.
type page struct {
	events []eventstore.Recorded
	after  client.Position // what stands here may come once more, and is no progress
	end    bool            // nothing follows
	absent bool            // there is no such stream
	bytes  int             // fetched, wanted or not
	last   client.Position // of the last event looked at, wanted or not
}

// fill takes events from a read until a limit or the end is reached.
func (p *page) fill(stream *client.ReadStream, most limits, wanted func(*client.RecordedEvent) bool) error {
	defer stream.Close()
	for range most.events {
		resolved, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			p.end = true
			return nil
		case hasCode(err, client.ErrorCodeResourceNotFound):
			p.end, p.absent = true, true
			return nil
		case err != nil:
			return err
		}
		event := resolved.OriginalEvent()
		p.last = event.Position
		if wanted(event) {
			p.events = append(p.events, recorded(event))
		}
		p.bytes += len(event.Data) + len(event.UserMetadata)
		if p.bytes >= most.bytes && isBefore(p.after, event.Position) {
			return nil
		}
	}
	return nil
}

// streamPage reads a stream from a revision on, once.
func (s *Store) streamPage(ctx context.Context, stream string, from uint64, most limits) (page, error) {
	return s.fetchBy(ctx, s.leader, stream, client.ReadStreamOptions{From: client.Revision(from)}, most)
}

func (s *Store) fetchBy(ctx context.Context, by *pool, stream string, options client.ReadStreamOptions, most limits) (page, error) {
	options.Deadline = s.conf.DefaultDeadline
	var p page
	err := by.do(ctx, func(ctx context.Context, c *conn) error {
		read, err := c.ReadStream(ctx, stream, options, uint64(most.events))
		if err != nil {
			return err
		}
		return p.fill(read, most, func(*client.RecordedEvent) bool { return true })
	})
	return p, err
}
