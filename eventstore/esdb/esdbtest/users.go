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
	if s.options.user == "" || !strings.Contains(method, "client.streams") {
		return nil
	}
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(s.options.user+":"+s.options.password))
	given := metadata.ValueFromIncomingContext(ctx, "authorization")
	switch {
	case len(given) == 0:
		return ErrDenied // of the anonymous user
	case given[0] != want:
		return status.Error(codes.Unauthenticated, "")
	}
	return nil
}
