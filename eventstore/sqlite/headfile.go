package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// headFile tells, outside the store's file, the position of its last event, so
// that a store which has lost its newest events can be told from one that never
// had them: its WAL was lost or damaged, or the file replaced by an older one. It
// lies beside the store, named as that with "-head" added, and holds one line:
// the position in 20 digits and its XXH64 in 16.
//
// It is overwritten with every commit, before that is answered, and not flushed:
// after a power failure it may tell an earlier position, which does no harm.
type headFile struct {
	file *os.File
	line []byte
}

func headPath(path string) string { return path + "-head" }

func headLine(line []byte, position int64) []byte {
	line = fmt.Appendf(line[:0], "%020d", position)
	return fmt.Appendf(line, " %016x\n", xxhash.Sum64(line))
}

// readHead gives what the head file of a store tells; known is false if there is
// none, or none that is whole.
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
	// What a damaged one had after its line goes.
	if err := errors.Join(f.Truncate(int64(len(h.line))), f.Sync()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return h, nil
}

// set tells that the last event has a position. An error is not reported: the
// events are in the store, of which this file then tells less than it could.
func (h *headFile) set(position int64) {
	h.line = headLine(h.line, position)
	_, _ = h.file.WriteAt(h.line, 0)
}

func (h *headFile) close() error { return h.file.Close() }
