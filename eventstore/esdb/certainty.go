package esdb

import "context"

// Certainty implements eventstore.Uncertain: from the first lost connection, or
// node that does not lead, until a majority of the nodes names the one that was
// read since as the leader, what is read may be what a deposed leader had.
func (s *Store) Certainty() (losses uint64, certain bool) { return s.leader.cluster.certainty() }

// restoreCertainty finds the leader that a majority names, in the background.
func (s *Store) restoreCertainty() {
	if !s.settling.CompareAndSwap(false, true) {
		return
	}
	leave, err := s.enter()
	if err != nil {
		return
	}
	go func() {
		defer leave()
		defer s.settling.Store(false)
		for pause := (&backoff{}); !s.settle(s.ctx) && pause.wait(s.ctx); {
		}
	}()
}

// settle asks the node that calls go to, and then all who leads. A node that
// takes itself for the leader, and was deposed, is left.
func (s *Store) settle(ctx context.Context) bool {
	c := s.leader.cluster
	losses, certain := c.certainty()
	if certain {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, *s.conf.DefaultDeadline)
	defer cancel()
	n, err := c.find(ctx)
	if err != nil {
		return false
	}
	if err := s.looks.do(ctx, func(ctx context.Context, c *conn) error {
		_, err := s.last(ctx, c)
		return err
	}); err != nil {
		return false
	}
	switch c.verdictOn(ctx, n.address) {
	case elected:
		c.settle(losses, n)
	case deposed:
		c.leave(n, notLeading)
	}
	_, certain = c.certainty()
	return certain
}
