package esdbtest

import (
	"context"
	"encoding/base64"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// user is one whom the nodes know.
type user struct {
	name, password string
	admin          bool
}

func (u user) authorization() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.name+":"+u.password))
}

func (s *Server) authenticateUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if err := s.authenticate(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	return handler(ctx, req)
}

func (s *Server) authenticateStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if err := s.authenticate(stream.Context(), info.FullMethod); err != nil {
		return err
	}
	return handler(srv, stream)
}

// authenticate guards the streams; gossip and server features are for anyone.
func (s *Server) authenticate(ctx context.Context, method string) error {
	if len(s.options.users) == 0 || !strings.Contains(method, "client.streams") {
		return nil
	}
	if s.takeRefusal() {
		return status.Error(codes.Unauthenticated, "")
	}
	given := metadata.ValueFromIncomingContext(ctx, "authorization")
	if len(given) == 0 {
		return ErrDenied // of the anonymous user
	}
	if s.caller(ctx) == nil {
		return status.Error(codes.Unauthenticated, "")
	}
	return nil
}

// caller is the user who makes a call, nil if it is nobody whom the node knows.
func (s *Server) caller(ctx context.Context) *user {
	for _, given := range metadata.ValueFromIncomingContext(ctx, "authorization") {
		for i := range s.options.users {
			if given == s.options.users[i].authorization() {
				return &s.options.users[i]
			}
		}
	}
	return nil
}

// RefuseLogins lets the node refuse the next n calls that need a login, as a
// cluster does for a while when it starts.
func (s *Server) RefuseLogins(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.refusals = n
}

func (s *Server) takeRefusal() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults.refusals == 0 {
		return false
	}
	s.faults.refusals--
	return true
}

// deed is what a caller wants with a stream.
type deed int

const (
	toRead deed = iota
	toWrite
	toDelete
)

// everyone is the name for all users in a list of rights.
const everyone = "$all"

// may tells whether a caller has the right to do something with a stream. Nodes
// without users let everyone do everything.
func (s *Server) may(ctx context.Context, stream string, what deed) bool {
	u := s.caller(ctx)
	if len(s.options.users) == 0 || u != nil && u.admin {
		return true
	}
	if u == nil {
		return false
	}
	if of, ok := strings.CutPrefix(stream, metastreamPrefix); ok {
		allowed := s.rights(of).MetadataRead
		if allowed == nil {
			return !s.options.metadataHidden
		}
		return allowed.include(u.name) || allowed.include(everyone)
	}
	rights := s.rights(stream)
	allowed := map[deed]names{toRead: rights.Read, toWrite: rights.Write, toDelete: rights.Delete}[what]
	if allowed == nil {
		return !strings.HasPrefix(stream, "$")
	}
	return allowed.include(u.name) || allowed.include(everyone)
}

// mayReadAll tells whether a caller may read $all.
func (s *Server) mayReadAll(ctx context.Context) bool {
	u := s.caller(ctx)
	return len(s.options.users) == 0 || u != nil && (u.admin || s.options.allReadable)
}

func (s *Server) rights(stream string) acl {
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	if h := log.streams[stream]; h != nil && h.limits.ACL != nil {
		return *h.limits.ACL
	}
	return acl{}
}
