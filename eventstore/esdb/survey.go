package esdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// errNoLeader: the nodes that answered name no leader.
var errNoLeader = errors.New("no node is named as the leader")

const (
	// surveyWait is how long the nodes that have not answered are waited for
	// once one has.
	surveyWait = time.Second

	// headStart is how long the last leader is asked before the others are.
	headStart = 100 * time.Millisecond
)

// opinion is a node's gossip.
type opinion struct {
	from    string
	members []*gossip.MemberInfo
	err     error
}

func (c *cluster) gossip(ctx context.Context, address string) opinion {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.conf.GossipTimeout)*time.Second)
	defer cancel()
	conn, err := c.connection(address)
	if err != nil {
		return opinion{from: address, err: err}
	}
	info, err := gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
	if err != nil {
		if !isCancelled(err) { // enough was heard from others
			c.disconnect(address, conn)
		}
		return opinion{from: address, err: fmt.Errorf("gossip of %s: %w", address, err)}
	}
	return opinion{from: address, members: info.GetMembers()}
}

// leader is the address of the living node that an opinion names, "" for none.
func (o opinion) leader() string {
	for _, m := range o.members {
		if m.GetState() == gossip.MemberInfo_Leader && m.GetIsAlive() {
			return addressOf(m)
		}
	}
	return ""
}

// voters is how many nodes elect a leader.
func (o opinion) voters() int {
	n := 0
	for _, m := range o.members {
		switch m.GetState() {
		case gossip.MemberInfo_Manager, gossip.MemberInfo_ReadOnlyReplica, gossip.MemberInfo_PreReadOnlyReplica, gossip.MemberInfo_ReadOnlyLeaderless:
		default:
			n++
		}
	}
	return n
}

func addressOf(m *gossip.MemberInfo) string {
	return net.JoinHostPort(m.GetHttpEndPoint().GetAddress(), strconv.Itoa(int(m.GetHttpEndPoint().GetPort())))
}

// survey asks nodes, and those that they name, all at once, and passes on what
// they say until a function has heard enough or all have answered.
func (c *cluster) survey(ctx context.Context, nodes []string, enough func(opinion) bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan opinion)
	asked, open := map[string]bool{}, 0
	ask := func(address string) {
		if asked[address] {
			return
		}
		asked[address] = true
		open++
		go func() {
			o := c.gossip(ctx, address)
			select {
			case answers <- o:
			case <-ctx.Done():
			}
		}()
	}
	for _, address := range nodes {
		ask(address)
	}
	var late <-chan time.Time
	for open > 0 {
		select {
		case o := <-answers:
			open--
			if o.err == nil {
				c.learn(o)
				for _, m := range o.members {
					ask(addressOf(m))
				}
				if late == nil {
					timer := time.NewTimer(surveyWait)
					defer timer.Stop()
					late = timer.C
				}
			}
			if enough(o) {
				return
			}
		case <-late:
			return
		case <-ctx.Done():
			return
		}
	}
}

// elect gives the leader that a majority names, or, if the others are silent, the
// one that most of those name who answered.
func (c *cluster) elect(ctx context.Context) (string, error) {
	votes := map[string]int{}
	voters, answered := 0, false
	var winner string
	var last error
	c.survey(ctx, c.candidates(), func(o opinion) bool {
		if o.err != nil {
			last = o.err
			return false
		}
		answered = true
		voters = max(voters, o.voters())
		leader := o.leader()
		if leader == "" {
			return false
		}
		votes[leader]++
		if winner == "" || votes[leader] > votes[winner] {
			winner = leader
		}
		return 2*votes[winner] > voters
	})
	switch {
	case winner != "":
		return winner, nil
	case answered:
		return "", errNoLeader
	case ctx.Err() != nil:
		return "", errors.Join(ctx.Err(), last)
	}
	return "", last
}

// verdict is what the nodes say of one of them as the leader.
type verdict int

const (
	undecided verdict = iota
	elected           // a majority names it
	deposed           // a majority names another
)

// verdictOn asks the nodes who leads.
func (c *cluster) verdictOn(ctx context.Context, address string) verdict {
	votes, voters := map[string]int{}, 0
	known, found := false, undecided
	c.survey(ctx, c.candidates(), func(o opinion) bool {
		if o.err != nil {
			return false
		}
		voters = max(voters, o.voters())
		known = known || slices.ContainsFunc(o.members, func(m *gossip.MemberInfo) bool { return addressOf(m) == address })
		leader := o.leader()
		if leader == "" {
			return false
		}
		if votes[leader]++; 2*votes[leader] <= voters {
			return false
		}
		found = deposed
		if leader == address {
			found = elected
		}
		return true
	})
	if c.isSingle() && voters > 0 && !known {
		return elected // behind another address than its own; it is taken at its word
	}
	return found
}

// preferred is a node of the kind that reads are to go to.
func (c *cluster) preferred(ctx context.Context) (string, error) {
	var address string
	var last error
	c.survey(ctx, c.candidates(), func(o opinion) bool {
		if last = o.err; last == nil {
			address = choose(o.members, c.conf.NodePreference)
		}
		return address != ""
	})
	if address == "" && last == nil {
		last = errNoLeader
	}
	return address, last
}

// choose gives a living node of the preferred state, or any other that serves
// reads.
func choose(members []*gossip.MemberInfo, preference client.NodePreference) string {
	wanted := map[client.NodePreference][]gossip.MemberInfo_VNodeState{
		client.NodePreferenceLeader:          {gossip.MemberInfo_Leader},
		client.NodePreferenceFollower:        {gossip.MemberInfo_Follower},
		client.NodePreferenceReadOnlyReplica: {gossip.MemberInfo_ReadOnlyReplica, gossip.MemberInfo_PreReadOnlyReplica, gossip.MemberInfo_ReadOnlyLeaderless},
	}[preference]
	var other string
	for _, i := range rand.Perm(len(members)) {
		m := members[i]
		if !m.GetIsAlive() {
			continue
		}
		if slices.Contains(wanted, m.GetState()) {
			return addressOf(m)
		}
		switch m.GetState() {
		case gossip.MemberInfo_Follower, gossip.MemberInfo_Leader, gossip.MemberInfo_ReadOnlyLeaderless,
			gossip.MemberInfo_PreReadOnlyReplica, gossip.MemberInfo_ReadOnlyReplica:
			other = addressOf(m)
		}
	}
	return other
}
