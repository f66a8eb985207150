package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// defaultDataDir keeps everything that the embedded default stores.
const defaultDataDir = "janggid-data"

// storeAt is where events are: in a file of the data folder unless a URL says
// otherwise.
type storeAt struct {
	data       string // "" where there is no data folder
	url        string
	acceptLoss bool // open a store that has lost events
}

const storeHelp = "event store: sqlite:FILE, memory:, or a connection string of EventStoreDB, esdb://… or esdb+discover://… (default sqlite:DATA/events.db)"

// open opens the store for writing. Only the log of a store in a cluster has
// anything to say.
func (at storeAt) open(ctx context.Context, log *slog.Logger) (eventstore.Store, error) {
	switch rest := strings.TrimPrefix(at.address(), at.scheme()+":"); at.scheme() {
	case "memory":
		return memory.New(), nil
	case "sqlite":
		return at.openFile(ctx, rest)
	case "esdb", "esdb+discover":
		return esdb.Open(ctx, at.url, esdb.Options{Prefixes: journal.StreamPrefixes(), Logger: log})
	}
	return nil, wrongUsage(fmt.Errorf("--store %s: %s", at, storeHelp))
}

// openToRead opens the store of a server that may be running.
func (at storeAt) openToRead(ctx context.Context, log *slog.Logger) (eventstore.Store, error) {
	if file, ok := strings.CutPrefix(at.address(), "sqlite:"); ok {
		store, err := sqlite.Open(file, sqlite.Options{ReadOnly: true})
		if err != nil {
			return nil, orAccept(err)
		}
		return store, nil
	}
	return at.open(ctx, log)
}

// lacks reports whether a file is missing in a data folder that was used before.
func (at storeAt) lacks(name string) bool {
	if _, err := os.Stat(filepath.Join(at.data, name)); !errors.Is(err, os.ErrNotExist) {
		return false
	}
	file, _ := strings.CutPrefix(at.address(), "sqlite:")
	for _, used := range []string{file, at.readModel()} {
		if info, err := os.Stat(used); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}

// address may hold a password: String is what is shown.
func (at storeAt) address() string {
	if at.url == "" {
		return "sqlite:" + filepath.Join(at.data, "events.db")
	}
	return at.url
}

func (at storeAt) scheme() string {
	scheme, _, _ := strings.Cut(at.address(), ":")
	return scheme
}

// String is the address without what may be secret: the user, the password and
// the settings of a connection string.
func (at storeAt) String() string {
	scheme, rest, isURL := strings.Cut(at.address(), "://")
	if !isURL {
		return at.address()
	}
	// A password may hold any of the characters that end a host, so it goes first.
	rest = rest[strings.LastIndex(rest, "@")+1:]
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return scheme + "://" + rest
}

// inMemory reports whether nothing outlives the process.
func (at storeAt) inMemory() bool { return at.scheme() == "memory" }

// shared reports whether other nodes may use the store too.
func (at storeAt) shared() bool { return at.scheme() == "esdb" || at.scheme() == "esdb+discover" }

// register adds the flags that say where the store is.
func (at *storeAt) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&at.data, "data", defaultDataDir, "data folder of the server")
	cmd.Flags().StringVar(&at.url, "store", "", storeHelp)
}

// loadGame loads a game that somebody named.
func loadGame(ctx context.Context, j *journal.Journal, at storeAt, id string) (*journal.Game, error) {
	g, err := j.Load(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, fmt.Errorf("there is no game %s in %s", id, at)
	}
	return g, err
}

// makeDataFolder makes the folder of keys and read models where there is none:
// the events may be elsewhere.
func (at storeAt) makeDataFolder() error {
	if at.inMemory() {
		return nil
	}
	return os.MkdirAll(at.data, 0o700)
}

// keyFile is a key in a file of the data folder, made when there is none yet.
func (at storeAt) keyFile(name string) ([]byte, error) {
	if err := at.makeDataFolder(); err != nil {
		return nil, err
	}
	return auth.LoadOrCreateKey(filepath.Join(at.data, name))
}
