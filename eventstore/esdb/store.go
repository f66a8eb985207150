package esdb

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// Store is an eventstore.Store in a cluster. Open makes one.
type Store struct {
	conf    *client.Configuration
	options Options
	leader  *pool // appends, streams, the head
	looks   *pool // looks for appends without an answer
	batches *batcher
	reader  *pool // ReadAll and Subscribe; the same pool if they are the leader's

	settling atomic.Bool // certainty is being restored

	ctx     context.Context // ends with Close
	end     context.CancelFunc
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup // calls and subscriptions' receivers
}

var (
	_ eventstore.Uncertain  = (*Store)(nil)
	_ eventstore.Recognizer = (*Store)(nil)
)

// Open makes a store of the cluster that a connection string (esdb:// or
// esdb+discover://) leads to. It fails if the string is wrong. A cluster that
// cannot be reached now, which is looked for until ctx ends or discovery gives
// up, is no failure: the store's calls answer ErrUnavailable until it can be.
func Open(ctx context.Context, connectionString string, options Options) (*Store, error) {
	options = options.withDefaults()
	conf, err := configure(connectionString, options.Logger)
	if err != nil {
		return nil, err
	}
	leading := *conf
	leading.NodePreference = client.NodePreferenceLeader
	cluster, err := newCluster(&leading)
	if err != nil {
		return nil, err
	}
	s := &Store{conf: conf, options: options, leader: newPool(cluster, options.Connections), looks: newPool(cluster, lookConnections)}
	cluster.lost = s.restoreCertainty
	s.batches = newBatcher(cluster, *conf.DefaultDeadline)
	s.reader = s.leader
	if conf.NodePreference != client.NodePreferenceLeader {
		others, err := newCluster(conf)
		if err != nil {
			return nil, err
		}
		s.reader = newPool(others, options.Connections)
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	if err := s.leader.do(ctx, func(context.Context, *conn) error { return nil }); err != nil {
		options.Logger.Warn("the event store cannot be reached yet", "error", err)
	}
	return s, nil
}

// enter counts a call in, until it calls leave. There are none after Close.
func (s *Store) enter() (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, eventstore.ErrClosed
	}
	s.running.Add(1)
	return s.running.Done, nil
}

func (s *Store) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// until gives a context that ends with ctx or with the store.
func (s *Store) until(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func (s *Store) patience() *backoff {
	return &backoff{until: time.Now().Add(s.options.Patience)}
}

// Close implements eventstore.Store. Appends under way are not cut short; reads
// and subscriptions are.
func (s *Store) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.running.Wait()
	s.batches.close()
	for _, p := range []*pool{s.leader, s.looks, s.reader} {
		p.close()
		p.cluster.close()
	}
	return nil
}
