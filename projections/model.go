package projections

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// Memory, as a path, is a read model that lives and ends with its process.
const Memory = ":memory:"

// Options of a Model. The zero value is fine.
type Options struct {
	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
	// BatchEvents is how many events one transaction folds at most; 0 means
	// 8192. With fewer a follower that is behind shows its progress sooner,
	// with more it catches up faster.
	BatchEvents int
	// Refuse says with which stores of another history Open fails.
	Refuse Refusal
	// OtherHistory is how the store turned out to hold another history than the
	// file was made from; nil: Open finds out.
	OtherHistory error
	// CachedNames bounds the names of players kept in memory; 0 means 100,000.
	CachedNames int
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.BatchEvents == 0 {
		o.BatchEvents = 8192
	}
	if o.CachedNames == 0 {
		o.CachedNames = 100_000
	}
	return o
}

// Model is a read model of a store's events. Its methods may be called from
// many goroutines.
type Model struct {
	journal *journal.Journal
	store   eventstore.Store
	options Options
	file    *file
	names   *names
	waits   *waits
	lag     *lag
	took    atomic.Int64 // nanoseconds that the last batch took
	ready   atomic.Bool

	left    leftOut // the follower's alone
	recount bool    // what was counted is gone; the follower's alone

	access    sync.RWMutex // held for writing while the file is replaced
	condition atomic.Int32 // sound, damaged or rebuilding
	reported  chan error   // has a value when damage was found
}

// Open opens the read model at a path, or begins one. Where the file has
// another schema, is damaged, or belongs to another store or to another past of
// this one, it is emptied; Run then builds it anew. Errors: ErrForeign, ErrInUse,
// ErrRefused, and the store's.
func Open(ctx context.Context, path string, j *journal.Journal, store eventstore.Store, o Options) (*Model, error) {
	o = o.withDefaults()
	f, err := openFile(path, o.Logger)
	if err != nil {
		return nil, err
	}
	if err := f.belongTo(ctx, store, o); err != nil {
		f.close()
		return nil, err
	}
	left, err := f.retryLeftOut(ctx, j, o.Logger)
	if err != nil {
		f.close()
		return nil, err
	}
	return &Model{
		journal: j,
		store:   store,
		options: o,
		file:    f,
		names:   newNames(o.CachedNames),
		waits:   newWaits(f.progress.position),
		lag:     newLag(o.Now),
		left:    left,

		reported: make(chan error, 1),
	}, nil
}

// Ready tells whether the model has reached the head that the store had when
// Run began.
func (m *Model) Ready() bool { return m.ready.Load() }

// Position is how far the model has come: everything at or before it is in the
// answers.
func (m *Model) Position() eventstore.Position { return m.waits.now() }

// Close lets go of the file. Run must have ended.
func (m *Model) Close() error { return m.file.close() }
