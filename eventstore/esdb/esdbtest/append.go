package esdbtest

import (
	"context"
	"errors"
	"io"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type streamsService struct {
	streams.UnimplementedStreamsServer
	node *Server
}

// Append implements streams.StreamsServer.
func (svc *streamsService) Append(call streams.Streams_AppendServer) error {
	ctx := call.Context()
	options, events, err := svc.receive(call)
	if err != nil {
		return err
	}
	if err := svc.node.checkLeader(ctx, true); err != nil {
		return err
	}
	stream, expected := string(options.GetStreamIdentifier().GetStreamName()), expectedRevision(options)
	if !svc.node.may(ctx, stream, toWrite) {
		return ErrDenied
	}
	answers := make(chan answer, 1)
	svc.node.store(stream, expected, events, func(a answer) { answers <- a })
	select {
	case <-ctx.Done():
		return ctx.Err()
	case a := <-answers:
		switch {
		case a.err != nil:
			return a.err
		case a.decision == streamDeleted:
			return failDeleted(ctx, stream)
		case a.decision == wrongVersion:
			return call.SendAndClose(wrongVersionResponse(options, a.current))
		}
		return call.SendAndClose(successResponse(a.committed, a.noPosition))
	}
}

// receive takes in a whole append. As in the real server an append that is too
// large is refused as soon as that is seen, with events still under way.
func (svc *streamsService) receive(call streams.Streams_AppendServer) (*streams.AppendReq_Options, []event, error) {
	first, err := call.Recv()
	if err != nil {
		return nil, nil, err
	}
	options := first.GetOptions()
	if options.GetExpectedStreamRevision() == nil {
		return nil, nil, status.Error(codes.InvalidArgument, "no options")
	}
	var events []event
	var size uint64
	for {
		next, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return options, events, nil
		}
		if err != nil {
			return nil, nil, err
		}
		e, err := proposed(call.Context(), next.GetProposedMessage())
		if err != nil {
			return nil, nil, err
		}
		if size += e.size(); size > svc.node.options.maxAppend {
			return nil, nil, failTooLarge(call.Context(), svc.node.options.maxAppend)
		}
		events = append(events, e)
	}
}

const (
	contentJSON   = "application/json"
	contentBinary = "application/octet-stream"
)

func proposed(ctx context.Context, m *streams.AppendReq_ProposedMessage) (event, error) {
	id, err := fromUUID(m.GetId())
	if err != nil {
		return event{}, status.Error(codes.InvalidArgument, err.Error())
	}
	e := event{id: id, kind: m.GetMetadata()["type"], contentType: m.GetMetadata()["content-type"],
		data: m.GetData(), metadata: m.GetCustomMetadata()}
	if e.kind == "" || e.contentType == "" {
		return event{}, fail(ctx, codes.InvalidArgument, "Required Metadata Property is missing",
			"exception", "missing-required-metadata-property", "required-metadata-properties", "type,content-type")
	}
	return e, nil
}

func expectedRevision(o *streams.AppendReq_Options) int64 {
	switch expected := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		return int64(expected.Revision)
	case *streams.AppendReq_Options_NoStream:
		return expectNoStream
	case *streams.AppendReq_Options_StreamExists:
		return expectExists
	}
	return expectAny
}

func successResponse(done committed, noPosition bool) *streams.AppendResp {
	success := &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: done.revision},
		PositionOption: &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: done.position, PreparePosition: done.position},
		},
	}
	if noPosition {
		success.PositionOption = &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: success}}
}

func wrongVersionResponse(o *streams.AppendReq_Options, current int64) *streams.AppendResp {
	wrong := &streams.AppendResp_WrongExpectedVersion{}
	switch expected := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		wrong.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: expected.Revision}
	case *streams.AppendReq_Options_NoStream:
		wrong.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case *streams.AppendReq_Options_StreamExists:
		wrong.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	}
	if current < 0 {
		wrong.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
	} else {
		wrong.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(current)}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: wrong}}
}
