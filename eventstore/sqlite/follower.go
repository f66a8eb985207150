package sqlite

import (
	"errors"
	"sync"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// follower keeps the heads of a store that another process may be writing to.
type follower struct {
	mu    sync.Mutex
	conn  *sqliteconn.Conn
	scan  *scanner
	heads *heads
	every int64 // as the writer's
}

func newFollower(c *sqliteconn.Conn, every int64) (*follower, error) {
	saved, err := c.Number(savedHeads)
	if err != nil {
		return nil, err
	}
	scan, err := newScanner(c)
	if err != nil {
		return nil, err
	}
	return &follower{conn: c, scan: scan, heads: newHeads(saved), every: every}, nil
}

// catchUp counts what was written since the last time.
func (f *follower) catchUp() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.scan.catchUp(f.heads); err != nil {
		return err
	}
	if f.heads.counted()-f.heads.begun < f.every {
		return nil
	}
	// The old generation can go when the writer has saved as much.
	saved, err := f.conn.Number(savedHeads)
	if err == nil && saved >= f.heads.begun {
		f.heads.rotate()
	}
	return err
}

func (f *follower) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(f.scan.close(), f.conn.Close())
}
