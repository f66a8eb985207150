package esdbtest

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

type featuresService struct {
	serverfeatures.UnimplementedServerFeaturesServer
	node *Server
}

// GetSupportedMethods implements serverfeatures.ServerFeaturesServer.
func (f *featuresService) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	const service = "event_store.client.streams.streams"
	methods := &serverfeatures.SupportedMethods{
		EventStoreServerVersion: f.node.options.version,
		Methods: []*serverfeatures.SupportedMethod{
			{ServiceName: service, MethodName: "read", Features: []string{"position", "events"}},
			{ServiceName: service, MethodName: "append"},
			{ServiceName: service, MethodName: "delete"},
			{ServiceName: service, MethodName: "tombstone"},
		},
	}
	if !f.node.options.noBatch {
		methods.Methods = append(methods.Methods, &serverfeatures.SupportedMethod{ServiceName: service, MethodName: "batchappend", Features: []string{"deadline_duration"}})
	}
	return methods, nil
}
