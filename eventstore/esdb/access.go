package esdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrRefused: the cluster is there and does not let this program in: its
// certificate is not trusted, or the login or its rights are wrong. Waiting does
// not help.
var ErrRefused = errors.New("esdb: the event store refuses this program")

const accessPause = 250 * time.Millisecond

// AwaitAccess waits until the leader has answered a read of $all. It fails with
// ErrRefused when each node that could be reached has refused for as long as two
// deadlines, since a cluster that starts refuses logins for a while. A cluster
// that cannot be reached is waited for until ctx ends.
func (s *Store) AwaitAccess(ctx context.Context) error {
	leave, err := s.enter()
	if err != nil {
		return err
	}
	defer leave()
	inner, cancel := s.until(ctx)
	defer cancel()
	var refusedSince time.Time
	said := map[string]bool{}
	for {
		_, err := s.leaderHead(inner)
		if err == nil {
			return nil
		}
		if inner.Err() != nil {
			return s.giveUp(ctx, err)
		}
		refusal := s.refusal(inner)
		switch {
		case refusal == nil:
			refusedSince = time.Time{}
		case refusedSince.IsZero():
			refusedSince = time.Now()
		case time.Since(refusedSince) >= 2*(*s.conf.DefaultDeadline):
			return fmt.Errorf("%w: %w", ErrRefused, refusal)
		}
		if waiting := reason(refusal, err); !said[waiting] {
			said[waiting] = true
			s.options.Logger.Warn("waiting for the event store", "reason", waiting, "error", err)
		}
		select {
		case <-time.After(min(accessPause, *s.conf.DefaultDeadline)):
		case <-inner.Done():
		}
	}
}

// reason says what is waited for. A server that hangs up may be down, or expect
// TLS where there is none.
func reason(refusal, err error) string {
	switch {
	case refusal != nil:
		return refusal.Error()
	case strings.Contains(err.Error(), "first record does not look like a TLS handshake"):
		return "the server does not speak TLS, or another program answers there"
	case strings.Contains(err.Error(), "EOF"), strings.Contains(err.Error(), "reset by peer"), strings.Contains(err.Error(), "server preface"):
		return "the server is down or starting, or it speaks TLS and the connection string says tls=false"
	}
	return "the server is down or starting, or the connection string names the wrong host"
}

// refusal is why this program is not let in, if every node that could be reached
// says so.
func (s *Store) refusal(ctx context.Context) error {
	nodes := s.leader.cluster.candidates()
	errs := make([]error, len(nodes))
	var wg sync.WaitGroup
	for i, address := range nodes {
		wg.Go(func() { errs[i] = s.leader.cluster.knock(ctx, address) })
	}
	wg.Wait()
	var refused error
	for _, err := range errs {
		switch why := refusalIn(err); {
		case why != nil:
			refused = why
		case !isUnreached(err):
			return nil // this one lets us in, or has other troubles
		}
	}
	return refused
}

// knock reads one event of $all from a node, leading or not.
func (c *cluster) knock(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, min(time.Duration(c.conf.GossipTimeout)*time.Second, *c.conf.DefaultDeadline))
	defer cancel()
	conn, err := c.connection(address)
	if err != nil {
		return err
	}
	call, err := streams.NewStreamsClient(conn).Read(ctx, &streams.ReadReq{Options: &streams.ReadReq_Options{
		StreamOption: &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{
			AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}},
		}},
		ReadDirection: streams.ReadReq_Options_Backwards,
		CountOption:   &streams.ReadReq_Options_Count{Count: 1},
		FilterOption:  &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:    &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}})
	if err == nil {
		_, err = call.Recv()
	}
	if isUnavailable(err) {
		c.disconnect(address, conn)
	}
	return err
}

// refusalIn names what only a change of settings helps against.
func refusalIn(err error) error {
	switch {
	case err == nil:
		return nil
	case status.Code(err) == codes.Unauthenticated:
		return fmt.Errorf("the user or the password in the connection string is wrong: %w", err)
	case status.Code(err) == codes.PermissionDenied:
		return fmt.Errorf("the user has no right to read $all, which takes one of $admins or a changed default ACL, or no user was sent: %w", err)
	case isCertificateError(err):
		return fmt.Errorf("the certificate is not accepted; see tlsCAFile, tlsVerifyCert, userCertFile: %w", err)
	}
	return nil
}

// isCertificateError recognizes a handshake that failed over a certificate, the
// server's or the user's. gRPC gives words alone.
func isCertificateError(err error) bool {
	message := err.Error()
	for _, words := range []string{"x509: ", "tls: bad certificate", "tls: certificate required", "tls: unknown certificate", "tls: expired certificate", "tls: revoked certificate"} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// isUnreached tells of a node that did not answer at all.
func isUnreached(err error) bool {
	return err != nil && (isUnavailable(err) || isTimeout(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled))
}
