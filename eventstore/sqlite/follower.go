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

// followFile follows the file at a path. It fails if the file is damaged or
// incomplete.
func followFile(path string, p pace) (*follower, error) {
	c, err := sqliteconn.OpenToRead(path)
	if err != nil {
		return nil, err
	}
	f, err := newFollower(c, path, p.every)
	if err == nil {
		err = f.catchUp()
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return f, nil
}

func newFollower(c *sqliteconn.Conn, path string, every int64) (*follower, error) {
	version, err := checkReadable(c)
	if err != nil {
		return nil, err
	}
	if err := checkComplete(c, path, version); err != nil {
		return nil, err
	}
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

// catchUp counts the events written since the last call.
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
	return f.conn.Close()
}
