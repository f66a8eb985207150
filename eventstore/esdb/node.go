package esdb

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// node is a server that calls go to, until it is left.
type node struct {
	address    string
	conn       *grpc.ClientConn // this package's own, beside the client's
	generation uint64
	features

	examined       atomic.Bool // whether it is there is being found out
	refusesBatches atomic.Bool // though it said that it takes them

	left  context.Context // ends when calls no longer go there
	leave context.CancelFunc
}

// features are what servers differ in.
type features struct {
	tellsCaughtUp bool // servers do from 23.10 on
	takesBatches  bool
}

// askFeatures asks a server what it can do. Servers before 21 cannot be asked.
func askFeatures(ctx context.Context, conn *grpc.ClientConn) (features, error) {
	methods, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(ctx, &shared.Empty{})
	switch status.Code(err) {
	case codes.OK:
	case codes.Unimplemented, codes.NotFound:
		return features{}, nil
	default:
		return features{}, err
	}
	f := features{tellsCaughtUp: isSince2310(methods.GetEventStoreServerVersion())}
	for _, m := range methods.GetMethods() {
		if m.GetServiceName() == "event_store.client.streams.streams" && m.GetMethodName() == "batchappend" {
			f.takesBatches = true
		}
	}
	return f, nil
}

func isSince2310(version string) bool {
	first, rest, _ := strings.Cut(version, ".")
	second, _, _ := strings.Cut(rest, ".")
	major, err1 := strconv.Atoi(first)
	minor, err2 := strconv.Atoi(second)
	return err1 == nil && err2 == nil && (major > 23 || major == 23 && minor >= 10)
}
