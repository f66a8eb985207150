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
	_, subscription := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	out := &sender{call: call, node: svc.node, fault: svc.node.readFault(subscription)}
	all, isAll := o.GetStreamOption().(*streams.ReadReq_Options_All)
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
	records, state := svc.node.cluster.log.stand(name)
	switch state {
	case deleted:
		return failDeleted(out.call.Context(), name)
	case absent:
		return out.send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
			StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)}},
		}})
	}
	start, backwards := uint64(0), o.GetReadDirection() == streams.ReadReq_Options_Backwards
	switch r := from.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		start = r.Revision
	case *streams.ReadReq_Options_StreamOptions_End:
		start = math.MaxUint64
	}
	return out.some(records, o.GetCount(), backwards, func(r record) bool {
		if backwards {
			return r.revision <= start
		}
		return r.revision >= start
	})
}

func (svc *streamsService) readAll(from *streams.ReadReq_Options_AllOptions, o *streams.ReadReq_Options, out *sender) error {
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	start, valid := svc.node.cluster.log.resolve(from)
	if !valid {
		return status.Error(codes.Unknown, "Unexpected ReadAllResult: InvalidPosition")
	}
	return out.some(svc.node.cluster.log.whole(), o.GetCount(), backwards, func(r record) bool {
		if backwards {
			return r.position < start.commit
		}
		return !r.at().before(start)
	})
}

// some sends the first count records that are wanted, in either direction.
func (out *sender) some(records []record, count uint64, backwards bool, wanted func(record) bool) error {
	for i := range records {
		r := records[i]
		if backwards {
			r = records[len(records)-1-i]
		}
		if !wanted(r) {
			continue
		}
		if count == 0 {
			return nil
		}
		count--
		if err := out.event(r); err != nil {
			return err
		}
	}
	return out.end()
}

// standing is what a reader finds at a stream's name.
type standing int

const (
	present standing = iota
	absent
	deleted
)

// stand gives the records of a stream that are not truncated.
func (l *log) stand(name string) ([]record, standing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.streams[name]
	switch {
	case h == nil || len(h.records) == 0 && !h.tombstoned || h.deleted() && !h.tombstoned:
		return nil, absent
	case h.tombstoned:
		return nil, deleted
	}
	kept := min(h.kept, uint64(len(h.records)))
	records := make([]record, 0, uint64(len(h.records))-kept)
	for _, i := range h.records[kept:] {
		records = append(records, l.records[i])
	}
	return records, present
}

// whole gives the log so far. Records never change, so they need no copy.
func (l *log) whole() []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.records[:len(l.records):len(l.records)]
}

// from gives the records from an index on, and what tells of more.
func (l *log) from(index int) ([]record, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.records[index:len(l.records):len(l.records)], l.changed
}

// place is a position as the protocol has it.
type place struct{ commit, prepare uint64 }

func (p place) before(q place) bool {
	return p.commit < q.commit || p.commit == q.commit && p.prepare < q.prepare
}

func (r record) at() place { return place{r.position, r.position} }

// resolve finds the place that a request names. Only where a record starts, or
// at the log's end, can reading start.
func (l *log) resolve(from *streams.ReadReq_Options_AllOptions) (place, bool) {
	records := l.whole()
	switch p := from.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_End:
		return place{math.MaxInt64, math.MaxInt64}, true
	case *streams.ReadReq_Options_AllOptions_Position:
		at := place{p.Position.GetCommitPosition(), p.Position.GetPreparePosition()}
		i := sort.Search(len(records), func(i int) bool { return records[i].position >= at.commit })
		starts := i < len(records) && records[i].position == at.commit
		ends := i == len(records) && (i == 0 || records[i-1].next <= at.commit)
		return at, starts || ends
	}
	return place{}, true
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
