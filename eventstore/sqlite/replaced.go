package sqlite

import (
	"fmt"
	"os"

	"github.com/janggid/janggid/eventstore"
)

// originals identify the files of an open store, to detect their deletion or
// replacement: SQLite would keep using the open files, and their commits would
// be lost with the process.
type originals []original

type original struct {
	path string
	info os.FileInfo
}

func originalsOf(paths ...string) (originals, error) {
	var files originals
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		files = append(files, original{path, info})
	}
	return files, nil
}

// check fails with eventstore.ErrUnavailable unless all files are where they
// were.
func (o originals) check() error {
	for _, f := range o {
		info, err := os.Stat(f.path)
		if err != nil {
			return fmt.Errorf("%w: %s has gone while it was in use: %w; put it back, or restart with a backup", eventstore.ErrUnavailable, f.path, err)
		}
		if !os.SameFile(info, f.info) {
			return fmt.Errorf("%w: %s was replaced while it was in use; restart to use the new one", eventstore.ErrUnavailable, f.path)
		}
	}
	return nil
}
