package esdbtest

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

type gossipService struct {
	gossip.UnimplementedGossipServer
	node *Server
}

// Read implements gossip.GossipServer: the cluster as this node believes it to be.
func (g *gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	leader := g.node.believed()
	info := &gossip.ClusterInfo{}
	for _, node := range g.node.cluster.nodes {
		state := gossip.MemberInfo_Follower
		if node == leader {
			state = gossip.MemberInfo_Leader
		}
		info.Members = append(info.Members, &gossip.MemberInfo{
			State:        state,
			IsAlive:      node.isRunning() && (node == g.node || !node.gate.isFrozen()),
			HttpEndPoint: &gossip.EndPoint{Address: "127.0.0.1", Port: uint32(node.port())},
		})
	}
	return info, nil
}
