package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/janggid/janggid/eventstore"
)

// errNoPosition: the server answers like this to the retry of an append that it
// has stored and cannot read just now.
var errNoPosition = errors.New("stored at a position that the server did not tell")

// outcome is what an append's answer says of it.
type outcome int

const (
	stored outcome = iota
	conflicted
	refused    // never to be stored
	unsent     // not stored, and may be tried again
	unanswered // stored or not
)

// classify judges an append by the client's error.
func classify(err error) outcome {
	switch {
	case err == nil:
		return stored
	case errors.Is(err, errNoAnswer):
		return unanswered
	case errors.Is(err, errUnsent):
		return unsent
	case hasCode(err, client.ErrorCodeWrongExpectedVersion), errors.Is(err, errWrongVersion):
		return conflicted
	case isAnswer(err), isTooLarge(err), errors.Is(err, eventstore.ErrDeleted), errors.Is(err, eventstore.ErrClosed):
		return refused
	case errors.Is(err, errUnreachable), isNotLeader(err), hasCode(err, client.ErrorCodeConnectionClosed), wasCutShort(err), wasTurnedAway(err):
		return unsent
	}
	// Success without a position, deadlines, lost connections, time-outs within the cluster, and whatever the
	// server has no better code for.
	return unanswered
}

// wasCutShort tells of an append that the client could not send to its end. The
// server starts to write only then, so nothing was written. The client says so in
// words alone, and its cause, an end of file, hides why the server hung up.
func wasCutShort(err error) bool {
	return errors.Is(err, io.EOF) ||
		strings.HasPrefix(err.Error(), "could not send append request") ||
		strings.HasPrefix(err.Error(), "could not construct append operation")
}

// wasTurnedAway tells of a call that the server did not begin with: it is
// starting, overloaded, or knows of no leader. The codes that come with these words
// are used for other failures too.
func wasTurnedAway(err error) bool {
	for _, words := range []string{"Server Is Not Ready", "Server Is Too Busy", "Server Is Busy", "No leader info available"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// isAnswer tells whether the server judged a call, so that asking again would get
// the same and the connection is good.
func isAnswer(err error) bool {
	if hasCode(err, client.ErrorCodeWrongExpectedVersion) || hasCode(err, client.ErrorCodeStreamDeleted) {
		return true
	}
	switch status.Code(err) {
	case codes.InvalidArgument, codes.PermissionDenied, codes.Unauthenticated, codes.Unimplemented:
		return true
	}
	return false
}

// isTooLarge recognises the limits of the server and of gRPC by their words: the
// client drops the trailers that name them.
func isTooLarge(err error) bool {
	if errors.Is(err, eventstore.ErrTooLarge) {
		return true
	}
	message := strings.ToLower(err.Error())
	switch status.Code(err) {
	case codes.InvalidArgument:
		return strings.Contains(message, "maximum append")
	case codes.ResourceExhausted:
		return strings.Contains(message, "larger than max") || strings.Contains(message, "exceeds the maximum")
	}
	return false
}

// isCancelled tells of a call that its caller gave up.
func isCancelled(err error) bool { return status.Code(err) == codes.Canceled }

func isNotLeader(err error) bool {
	return hasCode(err, client.ErrorCodeNotLeader) || errors.Is(err, errNotLeading)
}

func isUnimplemented(err error) bool { return status.Code(err) == codes.Unimplemented }

func isUnavailable(err error) bool { return status.Code(err) == codes.Unavailable }

// isFinal tells whether asking again would change nothing.
func isFinal(err error) bool {
	return isAnswer(err) || errors.Is(err, eventstore.ErrDeleted)
}

// isInvalidPosition recognises the answers to a read and a subscription from
// inside a record of the log.
func isInvalidPosition(err error) bool {
	return strings.Contains(err.Error(), "Unexpected ReadAllResult: Error") ||
		strings.Contains(err.Error(), "Exception was thrown by handler")
}

func hasCode(err error, code client.ErrorCode) bool {
	var e *client.Error
	return errors.As(err, &e) && e.Code() == code
}

// translate gives a refusal the words of the contract.
func translate(err error) error {
	switch {
	case errors.Is(err, eventstore.ErrDeleted), errors.Is(err, eventstore.ErrTooLarge), errors.Is(err, eventstore.ErrClosed), errors.Is(err, eventstore.ErrOtherHistory):
		return err
	case hasCode(err, client.ErrorCodeStreamDeleted):
		return eventstore.ErrDeleted
	case isTooLarge(err):
		return fmt.Errorf("%w: %w", eventstore.ErrTooLarge, err)
	}
	return fmt.Errorf("esdb: %w", err)
}

// giveUp says why a call is no longer tried: its context, or the store, has ended,
// or patience has. The last error explains why it had to be tried again.
func (s *Store) giveUp(ctx context.Context, last error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("esdb: %w", context.Cause(ctx))
	case s.isClosed():
		return eventstore.ErrClosed
	}
	if isInvalidPosition(last) {
		return fmt.Errorf("%w: %w", eventstore.ErrOtherHistory, last)
	}
	return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, last)
}
