package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// Report is the result of Check.
type Report struct {
	Events      uint64              // that are as they were written
	Last        eventstore.Position // of the last event
	Unprotected uint64              // of these: without a checksum, in a file from before schema 3
	Whole       int                 // streams all of whose events are so
	Damaged     []string            // names of the others, sorted; an id after # where the name is unknown
	Deleted     []string            // names of streams that were deleted, sorted
	Findings    []string            // what is wrong, in the order in which it was found; empty for a good file
}

func (r *Report) finding(format string, args ...any) {
	r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
}

// Check reads a store's whole file, even one that Open refuses as damaged, and
// reports the damaged and the intact parts. The file may be in use. progress,
// which may be nil, receives the number of events read and the total.
//
// It returns an error if the file is unreadable as a whole: ErrForeign,
// ErrNewer, ErrOlder, or the system's.
func Check(ctx context.Context, path string, progress func(done, of int64)) (Report, error) {
	k, err := newChecker(path, progress)
	if err != nil {
		return Report{}, fmt.Errorf("event store %s: %w", path, translate(err))
	}
	err = k.check(ctx)
	return k.report, errors.Join(err, k.reader.close())
}

type checker struct {
	reader   *reader
	version  int64
	path     string
	report   Report
	progress func(done, of int64)

	saved   int64               // up to which event the heads in the file are right
	last    int64               // position of the last event
	most    int64               // more events than this the file has no room for
	closed  bool                // the heads in the file are those of all events
	streams map[int64]*chainEnd // of the events read, by the stream's id
	buried  map[int64]bool      // positions of tombstones
	gap     gap
}

func newChecker(path string, progress func(done, of int64)) (*checker, error) {
	resolved, err := resolve(path, true)
	if err != nil {
		return nil, err
	}
	c, err := sqliteconn.OpenToRead(resolved)
	if err != nil {
		return nil, err
	}
	version, err := checkReadable(c)
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	k := &checker{version: version, path: resolved, progress: progress, streams: map[int64]*chainEnd{}, buried: map[int64]bool{}}
	k.reader, err = newReader(resolved)
	return k, err
}

// check goes from the whole to the parts. A failing step becomes a finding, and
// the other steps continue.
func (k *checker) check(ctx context.Context) error {
	k.found(checkComplete(k.reader.conn, k.path, k.version))
	if k.version >= 3 {
		k.found(k.tombstones())
	}
	k.found(k.bounds())
	k.found(k.schema())
	k.found(k.pages())
	if err := k.events(ctx); err != nil {
		return err
	}
	k.found(k.filedStreams())
	k.sumUp()
	return nil
}

// found makes an error a finding.
func (k *checker) found(err error) {
	if err != nil {
		k.report.finding("%v", err)
	}
}

// sumUp puts the names in order, each once.
func (k *checker) sumUp() {
	slices.Sort(k.report.Damaged)
	k.report.Damaged = slices.Compact(k.report.Damaged)
	if k.version < 3 {
		k.report.Unprotected = k.report.Events
	}
}
