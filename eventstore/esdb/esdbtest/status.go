package esdbtest

import (
	"context"
	"fmt"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Errors of the real server that tests inject. The first two say that nothing
// was written; after the others a write may or may not be stored.
var (
	ErrTooBusy  = status.Error(codes.Unavailable, "Server Is Too Busy")
	ErrNotReady = status.Error(codes.Unavailable, "Server Is Not Ready")
	ErrTimedOut = status.Error(codes.Aborted, "Operation timed out: Commit phase timeout.")
	ErrNoLeader = status.Error(codes.Unknown, "No leader info available in response")
	ErrDenied   = status.Error(codes.PermissionDenied, "Access Denied")
)

// fail attaches the trailers by which clients tell the server's exceptions.
func fail(ctx context.Context, code codes.Code, message string, trailers ...string) error {
	if err := grpc.SetTrailer(ctx, metadata.Pairs(trailers...)); err != nil {
		return err
	}
	return status.Error(code, message)
}

func failDeleted(ctx context.Context, stream string) error {
	return fail(ctx, codes.FailedPrecondition, fmt.Sprintf("Event stream '%s' is deleted.", stream),
		"exception", "stream-deleted", "stream-name", stream)
}

func failNotLeader(ctx context.Context, host string, port int) error {
	return fail(ctx, codes.NotFound, "Leader info available",
		"exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", strconv.Itoa(port))
}

func failTooLarge(ctx context.Context, limit uint64) error {
	return fail(ctx, codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", limit),
		"exception", "maximum-append-size-exceeded", "maximum-append-size", strconv.FormatUint(limit, 10))
}

func failWrongVersion(ctx context.Context, stream string, expected, actual int64) error {
	return fail(ctx, codes.FailedPrecondition,
		fmt.Sprintf("Delete failed due to WrongExpectedVersion. Stream: %s, Expected version: %d, Actual version: %d", stream, expected, actual),
		"exception", "wrong-expected-version", "stream-name", stream,
		"expected-version", strconv.FormatInt(expected, 10), "actual-version", strconv.FormatInt(actual, 10))
}
