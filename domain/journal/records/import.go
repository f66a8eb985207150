package records

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/domain/rescue"
	"github.com/janggid/janggid/eventstore"
)

// Options control an import. The zero value detects the format and creates
// public games of players known by name.
type Options struct {
	Format      record.Format  // "": detected
	Charset     record.Charset // zero: told by a byte order mark, else line by line
	File        string         // name of the file, for the games' source
	ImportedBy  string         // id of the player; "" for the server's operator
	Correlation string         // id of the HTTP request
	At          game.Instant   // arrival: the time of all events
	Visibility  game.Visibility
	Labels      map[string]string
	Players     map[string]string // ids by the names in records
	// ExternalID is the id of the file's only game: a second game without an id
	// of its own is rejected. A tag named by ExternalIDTag takes precedence.
	ExternalID    string
	ExternalIDTag string

	// Bulk bounds what the import takes of the node: reading a piece of the file,
	// judging a game and encoding it are each done in a slot. nil: no bound.
	Bulk *journal.Bulk
}

// Status is the result of importing a record.
type Status string

const (
	Kept         Status = "kept"          // a new game
	AlreadyThere Status = "already_there" // the same game is in the store
	Replaced     Status = "replaced"      // a new version, under the same external id
	Unreadable   Status = "unreadable"    // the record is not a game
	Failed       Status = "failed"        // the game could not be stored; retrying may help
)

// Entry is the result of importing one record.
type Entry struct {
	Game       int // of the file, from 1
	Line       int // on which it begins; 0 in JSON
	Status     Status
	ID         string // "" without a game
	ExternalID string
	Turns      int // in the game
	Written    int // in the record
	Outcome    *janggi.Outcome
	Replaces   string // id of the older version
	Cut        *game.Cut
	Why        string // unreadable and failed: the reason, for the importer
	Err        error  // failed: the cause, for the operator
	Warnings   []record.Warning
	Position   eventstore.Position // of the game's last event; 0 without a game
}

// workers is the number of games processed concurrently: more than there are
// processors, because a store commits waiting appends together.
const workers = 24

// Import imports the games of a file and calls each for every finished one, one
// call at a time. An error of each or of ctx ends the import; finished games
// stay. Entries report unreadable records and store failures. Import returns an
// error if the file could not be read to its end, or if the store stayed
// unavailable too long.
func Import(ctx context.Context, j *journal.Journal, r io.Reader, o Options, each func(Entry) error) (Summary, error) {
	run := importRun{journal: j, options: o, each: each, summary: newSummary()}
	group, ctx := errgroup.WithContext(ctx)
	queues := make([]chan numbered, workers)
	for i := range queues {
		queue := make(chan numbered, 2)
		queues[i] = queue
		group.Go(rescue.Calls(func() error {
			for n := range queue {
				if err := run.take(ctx, n); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	group.Go(rescue.Calls(func() error {
		defer func() {
			for _, queue := range queues {
				close(queue)
			}
		}()
		return run.read(ctx, r, queues)
	}))
	err := errors.Join(group.Wait(), run.broken, run.outage.given())
	return run.summary, err
}

type numbered struct {
	number int
	game   *record.Game
}

type importRun struct {
	journal *journal.Journal
	options Options
	each    func(Entry) error

	broken error // why the file could not be read to its end
	named  bool  // ExternalID has been assigned
	outage outage

	mu      sync.Mutex // guards what follows, and the calls of each
	summary Summary
}

var shards = maphash.MakeSeed()

// read distributes the games. Those with one external id share a queue, so that
// the last one in the file becomes the newest version.
func (run *importRun) read(ctx context.Context, r io.Reader, queues []chan numbered) error {
	number := 0
	file := &slicedReader{ctx: ctx, r: r, bulk: run.options.Bulk}
	defer file.pause()
	if err := file.resume(); err != nil {
		return err
	}
	for g, err := range record.Read(ctx, file, record.Options{Format: run.options.Format, Charset: run.options.Charset}) {
		number++
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if broken, ok := errors.AsType[*ReadError](err); ok {
				run.broken = broken.Err
				return nil // finish the games read so far
			}
			file.pause()
			return run.tell(Entry{Game: number, Status: Unreadable, Why: err.Error()})
		}
		run.identify(g)
		queue := number % workers
		if g.ExternalID != "" {
			queue = int(maphash.String(shards, g.ExternalID) % workers)
		}
		file.pause()
		select {
		case queues[queue] <- numbered{number, g}:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := file.resume(); err != nil {
			return err
		}
	}
	return nil
}

// ReadError is an error of the reader that fails the import itself rather than
// marking the file as unreadable: a broken connection, or a body that is too
// large.
type ReadError struct {
	Err error
}

func (e *ReadError) Error() string { return e.Err.Error() }

func (e *ReadError) Unwrap() error { return e.Err }

// identify finds the external id of a record.
func (run *importRun) identify(g *record.Game) {
	if tag := run.options.ExternalIDTag; tag != "" {
		if id := g.Tag(tag); id != "" {
			g.ExternalID = id
		}
	}
	if g.ExternalID == "" && run.options.ExternalID != "" {
		if run.named {
			g.Unreadable = "the external id " + strconv.Quote(run.options.ExternalID) + " belongs to the first game of the file; this is another game"
			return
		}
		g.ExternalID, run.named = run.options.ExternalID, true
	}
}

// take converts a record, stores the game and reports the result. A failure
// does not stop the other games.
func (run *importRun) take(ctx context.Context, n numbered) error {
	e := Entry{Game: n.number, Line: n.game.Line, ExternalID: n.game.ExternalID, Written: len(n.game.Moves)}
	if err := rescue.Call(func() error { return run.store(ctx, n.game, &e) }); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		e.Status, e.Why, e.Err = Failed, reasonOf(err), err
	}
	return run.tell(e)
}

// store converts a record, stores the game, and completes the entry.
func (run *importRun) store(ctx context.Context, g *record.Game, e *Entry) error {
	var c game.Import
	err := run.options.Bulk.Compute(ctx, func() (err error) {
		c, err = g.Import()
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	e.Warnings = g.Warnings
	if err == nil && len(e.ExternalID) > maxExternalID {
		err = fmt.Errorf("the external id has more than %d bytes", maxExternalID)
	}
	if err != nil {
		e.Status, e.Why = Unreadable, err.Error()
		return nil
	}
	run.complete(&c)
	if err := run.outage.given(); err != nil {
		return err
	}
	imported, err := run.journal.Import(ctx, c, journal.Request{Actor: run.options.ImportedBy, At: run.options.At, Correlation: run.options.Correlation, Bulk: run.options.Bulk})
	run.outage.note(err)
	if err != nil {
		return err
	}
	s := &imported.Game.State
	e.Position = imported.Game.Position
	e.Status, e.ID, e.Turns, e.Outcome, e.Cut, e.Replaces = Kept, imported.Game.ID, s.Ply(), s.Outcome, s.Source.Cut, imported.Replaced
	switch {
	case imported.Already:
		e.Status = AlreadyThere
		if c.TimeControl.Type != game.Unlimited && c.TimeControl != s.TimeControl {
			e.Warnings = append(e.Warnings, record.Warning{Line: g.Line, Text: "the stored game lacks this record's time control and clocks, which were ignored"})
		}
	case imported.Replaced != "":
		e.Status = Replaced
	}
	return nil
}

// maxExternalID bounds an external id, in bytes.
const maxExternalID = 200

// complete adds facts from the options that the record does not have.
func (run *importRun) complete(c *game.Import) {
	o := &run.options
	c.Labels, c.Visibility = o.Labels, o.Visibility
	if c.Visibility == "" {
		c.Visibility = game.Public
	}
	c.Source.File, c.Source.ImportedBy = o.File, o.ImportedBy
	for side := range c.Seats {
		if id, known := o.Players[c.Source.Name(janggi.Side(side))]; known {
			c.Seats[side] = game.Player{ID: id, Kind: game.Human}
		}
	}
}

func (run *importRun) tell(e Entry) error {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.summary.add(e)
	return run.each(e)
}
