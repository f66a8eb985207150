package esdb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/janggid/janggid/eventstore"
)

const (
	// batchedBytes is the most that an append among others may have. Larger ones
	// go alone, so that none holds up the others and their size is judged with
	// nothing else under way.
	batchedBytes = 64 << 10

	// roomBytes bounds what is under way at once; every append counts for at
	// least roomLeast, so that their number is bounded too.
	roomBytes = 8 << 20
	roomLeast = 8 << 10
)

var (
	// errNotLeading: the node ended all appends to it, since another leads.
	errNotLeading = errors.New("the node does not lead")

	// errUnsent: the append never left this process.
	errUnsent = errors.New("not sent")

	// errNoAnswer: the server did not answer an append in time.
	errNoAnswer = errors.New("the append was not answered")
)

// batcher sends the appends of many callers to the leader through one call, many
// under way at once, each answered as it is ready.
type batcher struct {
	cluster  *cluster
	deadline *durationpb.Duration
	room     *semaphore.Weighted

	mu     sync.Mutex
	line   *line
	closed bool
}

func newBatcher(c *cluster, deadline time.Duration) *batcher {
	return &batcher{cluster: c, deadline: durationpb.New(deadline), room: semaphore.NewWeighted(roomBytes)}
}

// batched is one append among others.
type batched struct {
	line    *line
	number  uint64
	request *streams.BatchAppendReq
	sent    bool
	answer  chan batchAnswer
	release func()
}

type batchAnswer struct {
	success *streams.BatchAppendResp_Success
	err     error
}

// send hands an append over to be sent. done must be called when the answer is
// there or no longer wanted.
func (b *batcher) send(ctx context.Context, n *node, a *appending, size int) (*batched, error) {
	weight := int64(max(size, roomLeast))
	if err := b.room.Acquire(ctx, weight); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnsent, err)
	}
	item := &batched{answer: make(chan batchAnswer, 1), request: b.request(a)}
	item.release = func() { b.room.Release(weight) }
	l, err := b.open(n)
	if err == nil {
		err = l.add(ctx, item)
	}
	if err != nil {
		item.release()
		return nil, fmt.Errorf("%w: %w", errUnsent, err)
	}
	return item, nil
}

// done forgets an append. An answer that comes later is ignored.
func (i *batched) done() {
	i.line.forget(i.number)
	i.release()
}

func (b *batcher) request(a *appending) *streams.BatchAppendReq {
	options := &streams.BatchAppendReq_Options{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(a.stream)},
		DeadlineOption:   &streams.BatchAppendReq_Options_Deadline{Deadline: b.deadline},
	}
	if next := a.expected.Next(); next == 0 {
		options.ExpectedStreamPosition = &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
	} else {
		options.ExpectedStreamPosition = &streams.BatchAppendReq_Options_StreamPosition{StreamPosition: next - 1}
	}
	proposed := make([]*streams.BatchAppendReq_ProposedMessage, len(a.events))
	for i, e := range a.events {
		proposed[i] = &streams.BatchAppendReq_ProposedMessage{
			Id:             structuredID(e.ID),
			Metadata:       map[string]string{"type": e.Type, "content-type": "application/json"},
			CustomMetadata: e.Metadata,
			Data:           e.Data,
		}
	}
	return &streams.BatchAppendReq{Options: options, ProposedMessages: proposed, IsFinal: true}
}

func structuredID(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// open gives the call to a node, and makes it if there is none.
func (b *batcher) open(n *node) (*line, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, eventstore.ErrClosed
	}
	if l := b.line; l != nil && l.node == n && !l.hasEnded() {
		return l, nil
	}
	ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(context.Background(), "requires-leader", "true"))
	call, err := streams.NewStreamsClient(n.conn).BatchAppend(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	l := &line{node: n, call: call, cancel: cancel, queue: make(chan *batched, 64), ended: make(chan struct{}), waiting: map[uint64]*batched{}}
	context.AfterFunc(n.left, cancel)
	go l.write()
	go func() {
		switch err := l.read(); {
		case errors.Is(err, errNotLeading):
			b.cluster.leave(n, notLeading)
		case isUnavailable(err):
			b.cluster.leave(n, unreached)
		case isUnimplemented(err):
			n.refusesBatches.Store(true)
		}
	}()
	b.line = l
	return l, nil
}

func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.line != nil {
		b.line.cancel()
	}
}

// line is one call.
type line struct {
	node   *node
	call   streams.Streams_BatchAppendClient
	cancel context.CancelFunc
	queue  chan *batched
	ended  chan struct{} // closed when err says why

	mu      sync.Mutex
	err     error
	number  uint64
	taken   bool // the server takes appends: one was answered
	waiting map[uint64]*batched
}

func (l *line) hasEnded() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}

// add queues an append.
func (l *line) add(ctx context.Context, item *batched) error {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return l.err
	}
	l.number++
	item.line, item.number = l, l.number
	item.request.CorrelationId = &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{LeastSignificantBits: int64(l.number)}}}
	l.waiting[l.number] = item
	l.mu.Unlock()
	select {
	case l.queue <- item:
		return nil
	case <-l.ended: // which has given it an answer
		return nil
	case <-ctx.Done():
		l.forget(item.number)
		return ctx.Err()
	}
}

func (l *line) forget(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, number)
}

func (l *line) write() {
	for {
		select {
		case item := <-l.queue:
			l.mu.Lock()
			_, wanted := l.waiting[item.number]
			item.sent = wanted
			l.mu.Unlock()
			if wanted && l.call.Send(item.request) != nil {
				// read learns why the call ended. It may not have: while Send fails, gRPC can
				// make the call anew over another connection, and nothing would be sent there.
				l.cancel()
				return
			}
		case <-l.ended:
			return
		}
	}
}

// read gives the answers out until the call ends, and tells why it did.
func (l *line) read() error {
	defer l.cancel()
	for {
		resp, err := l.call.Recv()
		if err != nil {
			return l.end(err)
		}
		number := uint64(resp.GetCorrelationId().GetStructured().GetLeastSignificantBits())
		l.mu.Lock()
		item := l.waiting[number]
		l.taken = true
		delete(l.waiting, number)
		l.mu.Unlock()
		if item == nil {
			continue // nobody waits for it any more
		}
		if refused := resp.GetError(); refused != nil {
			item.answer <- batchAnswer{err: batchError(refused)}
		} else {
			item.answer <- batchAnswer{success: resp.GetSuccess()}
		}
	}
}

// end tells all who wait that no answer will come. What was sent may be stored or
// not, since it is not told which append the call broke over, unless the server
// refused the call itself.
func (l *line) end(err error) error {
	if values := l.call.Trailer().Get("exception"); len(values) > 0 && values[0] == "not-leader" {
		err = errNotLeading
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
	for number, item := range l.waiting {
		delete(l.waiting, number)
		switch {
		case !l.taken && isUnimplemented(err):
			item.answer <- batchAnswer{err: fmt.Errorf("%w: %w", errUnsent, err)}
		case !l.taken && isAnswer(err):
			item.answer <- batchAnswer{err: err}
		case item.sent:
			item.answer <- batchAnswer{err: fmt.Errorf("%w: %w", errNoAnswer, err)}
		default:
			item.answer <- batchAnswer{err: fmt.Errorf("%w: %w", errUnsent, err)}
		}
	}
	close(l.ended)
	return err
}
