package esdbtest

import (
	"errors"
	"io"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpc "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"
)

// BatchAppend implements streams.StreamsServer: appends that share one stream of
// requests and one of answers, each matched by its correlation id. A node that
// does not lead ends the whole stream, and what is under way has no answer.
func (svc *streamsService) BatchAppend(call streams.Streams_BatchAppendServer) error {
	if svc.node.options.noBatch {
		return status.Error(codes.Unimplemented, "")
	}
	b := &batchCall{svc: svc, call: call, parts: map[string]*batchPart{}}
	defer b.end()
	for {
		req, err := call.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := b.take(req); err != nil {
			return err
		}
	}
}

// batchCall is one stream of appends.
type batchCall struct {
	svc   *streamsService
	call  streams.Streams_BatchAppendServer
	parts map[string]*batchPart // by correlation id: not complete yet

	mu    sync.Mutex
	ended bool // no answer can be sent any more
}

// batchPart is one append, which may come in several messages.
type batchPart struct {
	id      *shared.UUID
	options *streams.BatchAppendReq_Options
	events  []event
	size    uint64
	refused *rpc.Status
}

func (b *batchCall) take(req *streams.BatchAppendReq) error {
	id, err := fromUUID(req.GetCorrelationId())
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	part := b.parts[id.String()]
	if part == nil {
		part = &batchPart{id: req.GetCorrelationId(), options: req.GetOptions()}
		b.parts[id.String()] = part
	}
	for _, m := range req.GetProposedMessages() {
		if refused := part.add(m, b.svc.node.options.maxAppend); refused != nil && part.refused == nil {
			part.refused = refused
		}
	}
	if !req.GetIsFinal() {
		return nil
	}
	delete(b.parts, id.String())
	if err := b.svc.node.checkLeader(b.call.Context(), true); err != nil && !errors.Is(err, ErrNoLeader) {
		return err
	} else if err != nil {
		b.refuse(part, &rpc.Status{Message: status.Convert(err).Message(), Details: packed(&emptypb.Empty{})})
		return nil
	}
	b.store(part)
	return nil
}

func (p *batchPart) add(m *streams.BatchAppendReq_ProposedMessage, limit uint64) *rpc.Status {
	id, err := fromUUID(m.GetId())
	if err != nil {
		return &rpc.Status{Code: int32(codes.InvalidArgument), Message: "BadRequest", Details: packed(&shared.BadRequest{Message: err.Error()})}
	}
	e := event{id: id, kind: m.GetMetadata()["type"], contentType: m.GetMetadata()["content-type"], data: m.GetData(), metadata: m.GetCustomMetadata()}
	if e.kind == "" || e.contentType == "" {
		return &rpc.Status{Code: int32(codes.InvalidArgument), Message: "BadRequest", Details: packed(&shared.BadRequest{Message: "Required Metadata Property is missing"})}
	}
	if p.size += e.size(); p.size > limit {
		return &rpc.Status{Code: int32(codes.InvalidArgument), Message: "MaximumAppendSizeExceeded", Details: packed(&shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(limit)})}
	}
	p.events = append(p.events, e)
	return nil
}

func (b *batchCall) store(p *batchPart) {
	stream := string(p.options.GetStreamIdentifier().GetStreamName())
	switch {
	case p.refused != nil:
		b.refuse(p, p.refused)
		return
	case !b.svc.node.may(b.call.Context(), stream, toWrite):
		b.refuse(p, &rpc.Status{Code: int32(codes.PermissionDenied), Message: "AccessDenied", Details: packed(&shared.AccessDenied{})})
		return
	}
	b.svc.node.store(stream, batchExpectation(p.options), p.events, func(a answer) {
		switch {
		case a.err != nil:
			b.refuse(p, batchStatus(a.err))
		case a.decision == streamDeleted:
			b.refuse(p, &rpc.Status{Code: int32(codes.NotFound), Message: "StreamDeleted",
				Details: packed(&shared.StreamDeleted{StreamIdentifier: p.options.GetStreamIdentifier()})})
		case a.decision == wrongVersion:
			b.refuse(p, &rpc.Status{Code: int32(codes.AlreadyExists), Message: "WrongExpectedVersion", Details: packed(wrongVersionDetails(a.current))})
		default:
			b.send(p, &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Success_{Success: batchSuccess(a)}})
		}
	})
}

// batchStatus gives an injected error the form that it has in a batch.
func batchStatus(err error) *rpc.Status {
	s := status.Convert(err)
	message := s.Message()
	if errors.Is(err, ErrTooBusy) {
		message = "Server Is Busy"
	}
	switch s.Code() {
	case codes.Aborted:
		return &rpc.Status{Code: int32(codes.DeadlineExceeded), Message: "Timeout", Details: packed(&shared.Timeout{})}
	case codes.PermissionDenied:
		return &rpc.Status{Code: int32(codes.PermissionDenied), Message: "AccessDenied", Details: packed(&shared.AccessDenied{})}
	}
	return &rpc.Status{Message: message, Details: packed(&emptypb.Empty{})}
}

func batchSuccess(a answer) *streams.BatchAppendResp_Success {
	success := &streams.BatchAppendResp_Success{
		CurrentRevisionOption: &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: a.revision},
		PositionOption: &streams.BatchAppendResp_Success_Position{
			Position: &shared.AllStreamPosition{CommitPosition: a.position, PreparePosition: a.position},
		},
	}
	if a.noPosition {
		success.PositionOption = &streams.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}}
	}
	return success
}

func wrongVersionDetails(current int64) *shared.WrongExpectedVersion {
	if current < 0 {
		return &shared.WrongExpectedVersion{
			CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}},
		}
	}
	return &shared.WrongExpectedVersion{
		CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(current)},
	}
}

func batchExpectation(o *streams.BatchAppendReq_Options) int64 {
	switch expected := o.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		return int64(expected.StreamPosition)
	case *streams.BatchAppendReq_Options_NoStream:
		return expectNoStream
	case *streams.BatchAppendReq_Options_StreamExists:
		return expectExists
	}
	return expectAny
}

func (b *batchCall) refuse(p *batchPart, s *rpc.Status) {
	b.send(p, &streams.BatchAppendResp{Result: &streams.BatchAppendResp_Error{Error: s}})
}

func (b *batchCall) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
}

// send gives up on a caller who has left.
func (b *batchCall) send(p *batchPart, resp *streams.BatchAppendResp) {
	resp.CorrelationId = p.id
	resp.StreamIdentifier = p.options.GetStreamIdentifier()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended {
		_ = b.call.Send(resp)
	}
}

func packed(m proto.Message) []*anypb.Any {
	details, err := anypb.New(m)
	if err != nil {
		panic(err)
	}
	return []*anypb.Any{details}
}
