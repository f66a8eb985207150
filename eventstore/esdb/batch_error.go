package esdb

import (
	"errors"
	"fmt"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	rpc "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/janggid/janggid/eventstore"
)

// errWrongVersion: the stream was not where an append among others expected it.
var errWrongVersion = errors.New("wrong expected version")

// batchError gives the refusal of an append among others the form that it has for
// one alone. Details tell what it is; where there are none, words do, and the code
// may be that of success.
func batchError(s *rpc.Status) error {
	var details proto.Message
	if len(s.GetDetails()) > 0 {
		details, _ = s.GetDetails()[0].UnmarshalNew() // nil if it is of a later version
	}
	switch d := details.(type) {
	case *shared.WrongExpectedVersion:
		return errWrongVersion
	case *shared.StreamDeleted:
		return eventstore.ErrDeleted
	case *shared.MaximumAppendSizeExceeded:
		return fmt.Errorf("%w: more than %d bytes", eventstore.ErrTooLarge, d.GetMaxAppendSize())
	case *shared.AccessDenied:
		return status.Error(codes.PermissionDenied, s.GetMessage())
	case *shared.BadRequest:
		return status.Error(codes.InvalidArgument, d.GetMessage())
	case *shared.Timeout:
		return status.Error(codes.DeadlineExceeded, s.GetMessage())
	}
	code := codes.Code(s.GetCode())
	if code == codes.OK {
		code = codes.Unknown
	}
	return status.Error(code, s.GetMessage())
}
