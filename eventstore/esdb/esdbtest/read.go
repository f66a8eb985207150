package esdbtest

import (
	"context"
	"math"
	"sort"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Read implements streams.StreamsServer: reads of a stream and of $all, and
// subscriptions to $all.
func (svc *streamsService) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	if err := svc.node.checkLeader(call.Context(), false); err != nil {
		return err
	}
	o := req.GetOptions()
	if o.GetUuidOption() == nil {
		return status.Error(codes.InvalidArgument, "`uuidOption` is a required argument")
	}
	all, isAll := o.GetStreamOption().(*streams.ReadReq_Options_All)
	name := string(o.GetStream().GetStreamIdentifier().GetStreamName())
	if isAll && !svc.node.mayReadAll(call.Context()) || !isAll && !svc.node.may(call.Context(), name, toRead) {
		return ErrDenied
	}
	svc.node.noteRead()
	_, subscription := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	out := &sender{call: call, node: svc.node, fault: svc.node.readFault(subscription)}
	switch {
	case isAll && subscription:
		return svc.subscribe(all.All, o.GetFilter(), out)
	case isAll:
		return svc.readAll(all.All, o, out)
	case !subscription:
		return svc.readStream(o.GetStream(), o, out)
	}
	return status.Error(codes.Unimplemented, "subscriptions to a stream are left out")
}

func (svc *streamsService) readStream(from *streams.ReadReq_Options_StreamOptions, o *streams.ReadReq_Options, out *sender) error {
	name := string(from.GetStreamIdentifier().GetStreamName())
	records, state := svc.node.cluster.stored().stand(name, svc.node.replicated())
	switch state {
	case deleted:
		return failDeleted(out.call.Context(), name)
	case absent:
		return out.send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
			StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)}},
		}})
	}
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	start := uint64(0)
	switch r := from.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		start = r.Revision
	case *streams.ReadReq_Options_StreamOptions_End:
		start = math.MaxInt64
	}
	if backwards {
		start++ // the event there is included
	}
	i := sort.Search(len(records), func(i int) bool { return records[i].revision >= start })
	return out.some(records, i, o.GetCount(), backwards)
}

func (svc *streamsService) readAll(from *streams.ReadReq_Options_AllOptions, o *streams.ReadReq_Options, out *sender) error {
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	records := svc.node.cluster.stored().whole(svc.node.replicated())
	start, where := resolve(records, from)
	if where == insideRecord || where == beyondEnd && backwards {
		return status.Error(codes.Unknown, "Unexpected ReadAllResult: Error")
	}
	return out.some(records, firstAt(records, start), o.GetCount(), backwards)
}

// some sends count records: from the i-th on, or backwards those before it.
func (out *sender) some(records []record, i int, count uint64, backwards bool) error {
	for count > 0 {
		if backwards {
			i--
		}
		if i < 0 || i >= len(records) {
			return out.end()
		}
		if !records[i].scavenged {
			if err := out.event(records[i]); err != nil {
				return err
			}
			count--
		}
		if !backwards {
			i++
		}
	}
	return nil
}

// standing is what a reader finds at a stream's name.
type standing int

const (
	present standing = iota
	absent
	deleted
)

// stand gives those of the first n records of the log that are a stream's and are
// not truncated.
func (l *log) stand(name string, n int) ([]record, standing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.streams[name]
	switch {
	case h == nil || len(h.records) == 0 && !h.tombstoned || h.deleted() && !h.tombstoned:
		return nil, absent
	case h.tombstoned:
		return nil, deleted
	}
	now := l.now()
	records := make([]record, 0, len(h.records))
	for revision, i := range h.records {
		if i >= n {
			break
		}
		if l.isVisible(h, revision, now) {
			records = append(records, l.records[i])
		}
	}
	return records, present
}

// whole gives the first n records of the log, or all there are. Records never
// change, so they need no copy.
func (l *log) whole(n int) []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	n = min(n, len(l.records))
	return l.records[:n:n]
}

// from gives those of the first n records that stand at an index or after it, and
// what tells of more.
func (l *log) from(index, n int) ([]record, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n = max(min(n, len(l.records)), index)
	return l.records[index:n:n], l.changed
}

// place is a position as the protocol has it.
type place struct{ commit, prepare uint64 }

func (p place) before(q place) bool {
	return p.commit < q.commit || p.commit == q.commit && p.prepare < q.prepare
}

func (r record) at() place { return place{r.position, r.position} }

// firstAt is the index of the first record at or after a place.
func firstAt(records []record, at place) int {
	return sort.Search(len(records), func(i int) bool { return !records[i].at().before(at) })
}

// firstAfter is the index of the first record after a place.
func firstAfter(records []record, at place) int {
	return sort.Search(len(records), func(i int) bool { return at.before(records[i].at()) })
}

// whereabouts tells what stands at a place that a request names.
type whereabouts int

const (
	atRecord whereabouts = iota // or at the log's end, or its start
	insideRecord
	beyondEnd
)

// resolve finds the place that a request names.
func resolve(records []record, from *streams.ReadReq_Options_AllOptions) (place, whereabouts) {
	switch p := from.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_End:
		return place{math.MaxInt64, math.MaxInt64}, atRecord
	case *streams.ReadReq_Options_AllOptions_Position:
		at := place{p.Position.GetCommitPosition(), p.Position.GetPreparePosition()}
		i := firstAt(records, place{commit: at.commit})
		switch {
		case i < len(records) && records[i].position == at.commit:
			return at, atRecord
		case i < len(records), i > 0 && at.commit < records[i-1].next:
			return at, insideRecord
		case at.commit > logEnd(records):
			return at, beyondEnd
		}
		return at, atRecord
	}
	return place{}, atRecord
}

func logEnd(records []record) uint64 {
	if len(records) == 0 {
		return logStart
	}
	return records[len(records)-1].next
}

// waitFor is closed when the log has grown, the caller is gone, or subscriptions
// are dropped; the error says which of the last two.
func waitFor(ctx context.Context, grown, dropped <-chan struct{}) error {
	select {
	case <-grown:
		return nil
	case <-dropped:
		return ErrNotReady
	case <-ctx.Done():
		return ctx.Err()
	}
}
