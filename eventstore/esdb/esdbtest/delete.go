package esdbtest

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Delete implements streams.StreamsServer.
func (svc *streamsService) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	expected := int64(expectAny)
	switch e := req.GetOptions().GetExpectedStreamRevision().(type) {
	case *streams.DeleteReq_Options_Revision:
		expected = int64(e.Revision)
	case *streams.DeleteReq_Options_NoStream:
		expected = expectNoStream
	case *streams.DeleteReq_Options_StreamExists:
		expected = expectExists
	}
	position, err := svc.remove(ctx, string(req.GetOptions().GetStreamIdentifier().GetStreamName()), expected, false)
	if err != nil {
		return nil, err
	}
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{
		Position: &streams.DeleteResp_Position{CommitPosition: position, PreparePosition: position},
	}}, nil
}

// Tombstone implements streams.StreamsServer.
func (svc *streamsService) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	expected := int64(expectAny)
	switch e := req.GetOptions().GetExpectedStreamRevision().(type) {
	case *streams.TombstoneReq_Options_Revision:
		expected = int64(e.Revision)
	case *streams.TombstoneReq_Options_NoStream:
		expected = expectNoStream
	case *streams.TombstoneReq_Options_StreamExists:
		expected = expectExists
	}
	position, err := svc.remove(ctx, string(req.GetOptions().GetStreamIdentifier().GetStreamName()), expected, true)
	if err != nil {
		return nil, err
	}
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{
		Position: &streams.TombstoneResp_Position{CommitPosition: position, PreparePosition: position},
	}}, nil
}

func (svc *streamsService) remove(ctx context.Context, stream string, expected int64, tombstone bool) (uint64, error) {
	if err := svc.node.checkLeader(ctx, true); err != nil {
		return 0, err
	}
	if !svc.node.may(ctx, stream, toDelete) {
		return 0, ErrDenied
	}
	done := svc.node.cluster.stored().remove(stream, expected, tombstone)
	switch done.decision {
	case streamDeleted:
		return 0, failDeleted(ctx, stream)
	case wrongVersion:
		return 0, failWrongVersion(ctx, stream, expected, done.current)
	}
	return done.position, nil
}

// Remove deletes a stream as another program would: for good with a tombstone, or
// so that it may begin again.
func (s *Server) Remove(stream string, tombstone bool) {
	s.cluster.stored().remove(stream, expectAny, tombstone)
}

// Cut hides a stream's events before a revision, as another program would.
func (s *Server) Cut(stream string, before uint64) {
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.truncate(stream, before)
}

// WriteToDeleted appends to a deleted stream, as a client does whose append was on
// its way when the stream was deleted: its readers get these events alone.
func (s *Server) WriteToDeleted(stream string, n int) {
	events := make([]event, n)
	for i := range events {
		events[i] = newEvent()
	}
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.do(stream, events)
}
