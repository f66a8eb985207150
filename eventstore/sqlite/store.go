package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"modernc.org/sqlite"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// Options of Open. The zero value opens for reading and writing.
type Options struct {
	// ReadOnly opens the file beside a process that writes to it, or alone. It
	// must exist. Appends fail with ErrReadOnly.
	ReadOnly bool

	// AcceptLoss opens a file for writing although its newest events are
	// missing (ErrIncomplete), and has them forgotten.
	AcceptLoss bool
}

// Store is an eventstore.Store in a file. Open makes one.
type Store struct {
	readers *readers
	heads   *heads
	tail    tail

	follower *follower // nil in a store that writes

	// For a store that writes; nil in one opened for reading only.
	writer  *writer
	lock    *sqliteconn.Conn
	queue   chan *request
	written chan struct{} // closed when the writer has ended

	gate sync.RWMutex // held for reading while the queue is used
	shut bool         // the queue is closed
	end  sync.Once
	ends error // what Close answers
}

var (
	_ eventstore.Lengths = (*Store)(nil)
	_ eventstore.Health  = (*Store)(nil)
)

// Open opens the store in a file, and makes the file if it does not exist. It
// fails with ErrInUse, ErrForeign or ErrNewer if the file is not to be touched,
// with ErrDamaged if its events contradict one another, and with ErrIncomplete
// if its newest ones are missing. A file of an older version is brought to this
// one's schema, in one transaction; to read it only is ErrOlder.
func Open(path string, o Options) (*Store, error) {
	s, err := open(path, o, usualPace())
	if !o.ReadOnly && sqliteconn.Unwritable(err) {
		return nil, fmt.Errorf("event store %s cannot be written to: %w; let the user that the server runs as write to it, to its folder, and to the files named like it there", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("event store %s: %w", path, translate(err))
	}
	return s, nil
}

func open(path string, o Options, p pace) (*Store, error) {
	if path == "" {
		return nil, errors.New("no file name")
	}
	// The lock and the WAL lie beside the file itself, not beside a link to it.
	path, err := resolve(path, o.ReadOnly)
	if err != nil {
		return nil, err
	}
	// fdatasync(2) skips time stamps and is sufficient for durability. Where it
	// does not exist, SQLite uses its default.
	if _, err := sqlite.Fdatasync(true); err != nil && !errors.Is(err, sqlite.ErrFdatasyncUnavailable) {
		return nil, err
	}
	s := &Store{}
	if !o.ReadOnly {
		if err := s.startWriter(path, p, o.AcceptLoss); err != nil {
			return nil, err
		}
	}
	if err := s.startReaders(path, p); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// resolve follows symbolic links. With mustExist the file has to exist.
func resolve(path string, mustExist bool) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) && !mustExist {
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return "", err
		}
		return path, nil
	}
	return resolved, err
}

func (s *Store) startWriter(path string, p pace, acceptLoss bool) (err error) {
	if s.lock, err = lock(path); err != nil {
		return err
	}
	if s.writer, err = newWriter(path, p, s.tail.add, acceptLoss); err != nil {
		return errors.Join(err, s.lock.Close())
	}
	s.heads = s.writer.heads
	s.tail.begin(eventstore.Position(s.writer.position))
	// Buffered for more than the usual number of writers, so that they need not
	// rendezvous with the writer.
	s.queue, s.written = make(chan *request, groupRequests), make(chan struct{})
	go func() {
		defer close(s.written)
		s.writer.run(s.queue)
	}()
	return nil
}

func (s *Store) startReaders(path string, p pace) (err error) {
	if s.writer == nil {
		if s.follower, err = followFile(path, p); err != nil {
			return err
		}
		s.heads = s.follower.heads
	}
	s.readers, err = newReaders(path, max(4, 2*runtime.GOMAXPROCS(0)))
	return err
}

// Head implements eventstore.Store.
func (s *Store) Head(ctx context.Context) (head eventstore.Position, err error) {
	err = s.readers.use(ctx, func(r *reader) error {
		if s.follower == nil {
			head = eventstore.Position(s.heads.counted())
			return nil
		}
		head, err = r.head()
		return err
	})
	return head, err
}

// Healthy implements eventstore.Health: the files must be where they were when
// the store was opened.
func (s *Store) Healthy(ctx context.Context) error {
	if s.writer == nil {
		return ctx.Err()
	}
	return errors.Join(ctx.Err(), s.writer.files.check())
}

// Close implements eventstore.Store.
func (s *Store) Close() error {
	s.end.Do(func() {
		s.gate.Lock()
		s.shut = true
		if s.queue != nil {
			close(s.queue)
		}
		s.gate.Unlock()

		// The writer's connection closes last, before the lock: the last
		// connection checkpoints the WAL.
		var errs []error
		if s.written != nil {
			<-s.written
		}
		if s.readers != nil {
			errs = append(errs, s.readers.close())
		}
		if s.follower != nil {
			errs = append(errs, s.follower.close())
		}
		if s.writer != nil {
			// If it fails nothing is lost: the next open takes longer.
			_ = s.writer.finish()
			errs = append(errs, s.writer.close(), s.lock.Close())
		}
		s.ends = errors.Join(errs...)
	})
	return s.ends
}
