package esdbtest

import (
	"regexp"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// subscribe sends what stands after a position: first what is stored, in pages
// of the filter's window, with a checkpoint after each and the news of having
// caught up at the end; then each event as it comes, with a checkpoint whenever
// as many were looked at as the filter's interval says.
func (svc *streamsService) subscribe(from *streams.ReadReq_Options_AllOptions, filter *streams.ReadReq_Options_FilterOptions, out *sender) error {
	wanted, err := matcher(filter)
	if err != nil {
		return err
	}
	log, dropped := svc.node.cluster.stored(), svc.node.dropped()
	stored := log.whole(svc.node.replicated())
	start, where := resolve(stored, from)
	index := firstAfter(stored, start)
	if where == beyondEnd {
		index = len(stored) // what comes is sent, wherever it stands
	}
	svc.node.noteSubscription(start)
	err = out.send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
	if err != nil {
		return err
	}
	if where == insideRecord {
		return status.Error(codes.Unknown, "Exception was thrown by handler")
	}
	f := &follower{sender: out, wanted: wanted, index: index,
		page: int(max(filter.GetMax(), 1)), interval: int(max(filter.GetMax()*filter.GetCheckpointIntervalMultiplier(), 1))}
	for {
		records, grown := log.from(f.index, svc.node.replicated())
		if len(records) > 0 {
			if err := f.take(records); err != nil {
				return err
			}
			continue
		}
		if err := f.level(); err != nil {
			return err
		}
		if err := waitFor(out.call.Context(), grown, dropped); err != nil {
			return err
		}
	}
}

// follower is a subscription on its way along the log.
type follower struct {
	*sender
	wanted   func(record) bool
	index    int // of the next record
	page     int
	interval int
	looked   int // since the last checkpoint
	live     bool
	next     uint64 // the offset after the last record looked at
}

func (f *follower) take(records []record) error {
	for _, r := range records {
		f.index++
		f.next = r.next
		f.looked++
		if f.wanted(r) && !r.scavenged {
			if err := f.event(r); err != nil {
				return err
			}
		}
		if err := f.checkpoint(r); err != nil {
			return err
		}
	}
	return nil
}

func (f *follower) checkpoint(r record) error {
	switch {
	case f.live && f.looked >= f.interval:
		f.looked = 0
		return f.send(toCheckpoint(r.position, r.position))
	case !f.live && f.looked >= f.page:
		f.looked = 0
		return f.send(toCheckpoint(r.next, 0))
	}
	return nil
}

// level is called when nothing is left to send.
func (f *follower) level() error {
	if err := f.meet(); err != nil || f.live {
		return err
	}
	f.live, f.looked = true, 0
	if !f.node.options.caughtUp {
		return nil // servers that old send no last checkpoint either
	}
	if f.next > 0 {
		if err := f.send(toCheckpoint(f.next, 0)); err != nil {
			return err
		}
	}
	return f.send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

func matcher(filter *streams.ReadReq_Options_FilterOptions) (func(record) bool, error) {
	switch by := filter.GetFilter().(type) {
	case nil:
		return func(record) bool { return true }, nil
	case *streams.ReadReq_Options_FilterOptions_StreamIdentifier:
		match, err := expression(by.StreamIdentifier)
		return func(r record) bool { return match(r.stream) }, err
	case *streams.ReadReq_Options_FilterOptions_EventType:
		match, err := expression(by.EventType)
		return func(r record) bool { return match(r.kind) }, err
	}
	return nil, status.Error(codes.InvalidArgument, "unknown filter")
}

func expression(e *streams.ReadReq_Options_FilterOptions_Expression) (func(string) bool, error) {
	if e.GetRegex() == "" {
		return func(s string) bool {
			for _, prefix := range e.GetPrefix() {
				if strings.HasPrefix(s, prefix) {
					return true
				}
			}
			return false
		}, nil
	}
	re, err := regexp.Compile(e.GetRegex())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	return re.MatchString, nil
}
