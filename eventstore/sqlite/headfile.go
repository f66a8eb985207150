package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// headFile stores the position of the last event outside the store's file, to
// detect a store that lost its newest events: a lost or damaged WAL, or a file
// replaced by an older one. It is next to the store, named like it plus
// "-head", and contains one line: the position in 20 digits and its XXH64 in
// 16.
//
// It is overwritten with every commit, before the commit is answered, and not
// flushed: after a power failure it may lag, which is harmless.
type headFile struct {
	file *os.File
	line []byte
}

func headPath(path string) string { return path + "-head" }

func headLine(line []byte, position int64) []byte {
	line = fmt.Appendf(line[:0], "%020d", position)
	return fmt.Appendf(line, " %016x\n", xxhash.Sum64(line))
}

// readHead reads a store's head file; known is false if it is missing or
// damaged.
func readHead(path string) (position int64, known bool, err error) {
	text, err := os.ReadFile(headPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil || len(text) < 20 {
		return 0, false, err
	}
	position, err = strconv.ParseInt(string(text[:20]), 10, 64)
	if err != nil || string(headLine(nil, position)) != string(text) {
		return 0, false, nil
	}
	return position, true, nil
}

// newHeadFile begins the head file of a store whose last event has a position.
func newHeadFile(path string, position int64) (*headFile, error) {
	f, err := os.OpenFile(headPath(path), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	h := &headFile{file: f}
	h.set(position)
	// Drop leftovers of a damaged file after the line.
	if err := errors.Join(f.Truncate(int64(len(h.line))), f.Sync()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return h, nil
}

// set stores the position of the last event. It ignores errors: the events are
// in the store, and the head file merely lags.
func (h *headFile) set(position int64) {
	h.line = headLine(h.line, position)
	_, _ = h.file.WriteAt(h.line, 0)
}

func (h *headFile) close() error { return h.file.Close() }
