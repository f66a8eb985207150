package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// defaultDataDir keeps everything that the embedded default stores.
const defaultDataDir = "janggid-data"

// storeAt is where events are: in a file of the data folder unless a URL says
// otherwise.
type storeAt struct {
	data string
	url  string
}

const storeHelp = "event store: sqlite:FILE or memory: (default sqlite:DATA/events.db)"

// open opens the store for writing.
func (at storeAt) open() (eventstore.Store, error) {
	scheme, rest, _ := strings.Cut(at.address(), ":")
	switch scheme {
	case "memory":
		return memory.New(), nil
	case "sqlite":
		if err := os.MkdirAll(filepath.Dir(rest), 0o700); err != nil {
			return nil, err
		}
		return sqlite.Open(rest, sqlite.Options{})
	}
	return nil, fmt.Errorf("--store %s: %s", at.url, storeHelp)
}

// openToRead opens the store of a server that may be running.
func (at storeAt) openToRead() (eventstore.Store, error) {
	if file, ok := strings.CutPrefix(at.address(), "sqlite:"); ok {
		return sqlite.Open(file, sqlite.Options{ReadOnly: true})
	}
	return at.open()
}

func (at storeAt) address() string {
	if at.url == "" {
		return "sqlite:" + filepath.Join(at.data, "events.db")
	}
	return at.url
}

// inMemory tells whether nothing outlives the process.
func (at storeAt) inMemory() bool { return at.url == "memory:" }
