package esdbtest

import "time"

// Restore puts a backup in the place of what the cluster stores: all events up
// to a position, and none after it; 0 leaves an empty store, as does the restart
// of one in memory. All connections end, as the servers are stopped for it.
// Positions are given out again from there on.
func (c *Cluster) Restore(to uint64) {
	c.mu.Lock()
	c.log = c.log.restored(to)
	c.mu.Unlock()
	for _, node := range c.nodes {
		node.mu.Lock()
		node.faults.seen = min(node.faults.seen, len(c.stored().whole(node.faults.seen)))
		node.mu.Unlock()
		node.DropSubscriptions()
		node.CutConnections()
	}
}

// Restore is the cluster's.
func (s *Server) Restore(to uint64) { s.cluster.Restore(to) }

// Advance moves the cluster's clock on, so that events grow older.
func (c *Cluster) Advance(d time.Duration) {
	log := c.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.ahead += d
}

// Advance is the cluster's.
func (s *Server) Advance(d time.Duration) { s.cluster.Advance(d) }

// Scavenge removes from $all what readers of the streams no longer see.
func (c *Cluster) Scavenge() {
	c.stored().scavenge(func(record) bool { return true })
}

// ScavengePartly removes, of a stream's events that its readers no longer see,
// those at these revisions: not all chunks of the log are scavenged at once.
func (c *Cluster) ScavengePartly(stream string, revisions ...uint64) {
	chosen := map[uint64]bool{}
	for _, r := range revisions {
		chosen[r] = true
	}
	c.stored().scavenge(func(r record) bool { return r.stream == stream && chosen[r.revision] })
}

// Scavenge is the cluster's.
func (s *Server) Scavenge() { s.cluster.Scavenge() }

// ScavengePartly is the cluster's.
func (s *Server) ScavengePartly(stream string, revisions ...uint64) {
	s.cluster.ScavengePartly(stream, revisions...)
}
