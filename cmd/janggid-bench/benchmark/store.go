package benchmark

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

const (
	// eventBytes is the usual size of a turn's data with its metadata.
	eventBytes = 500

	// streamEvents is the length of the streams that are read.
	streamEvents = 100
)

// Store measures the embedded store alone: as many writers as there are
// connections in the other parts, each with a stream of its own.
func Store(ctx context.Context, folder string, o Options) (rows []Row, err error) {
	store, err := sqlite.Open(filepath.Join(folder, "store.db"), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	writers := newWriters(store)
	appends, err := load{duration: o.Round}.run(ctx, writers)
	if err != nil {
		return nil, err
	}
	streams := make([]worker, len(writers))
	for i, w := range writers {
		streams[i] = &streamReader{store: store, stream: w.(*writer).stream}
	}
	reads, err := load{duration: o.Round}.run(ctx, streams[:2])
	if err != nil {
		return nil, err
	}
	all, err := load{duration: o.Round}.run(ctx, []worker{&allReader{store: store}})
	if err != nil {
		return nil, err
	}
	return []Row{
		{What: "durable appends", Value: rate(appends.perSecond()), Note: fmt.Sprintf("%d writers, %s", len(writers), latencies(appends))},
		{What: "reads of a stream", Value: rate(reads.perSecond()), Note: fmt.Sprintf("up to %d events each, 2 readers", streamEvents)},
		{What: "events of read-all", Value: rate(float64(all.bytes) / all.elapsed.Seconds())},
	}, nil
}

func newWriters(store eventstore.Store) []worker {
	workers := make([]worker, connections)
	for i := range workers {
		workers[i] = &writer{store: store, data: append(append([]byte(`"`), bytes.Repeat([]byte{'x'}, eventBytes/2-2)...), '"')}
	}
	return workers
}

// writer appends event after event, to one stream after another.
type writer struct {
	store  eventstore.Store
	stream string
	next   eventstore.Expectation
	events int
	data   []byte
}

func (w *writer) ready() error {
	if w.events%streamEvents == 0 {
		w.stream, w.next = "bench-"+uuid.NewString(), eventstore.NoStream()
	}
	return nil
}

func (w *writer) operate() (int, error) {
	e := eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: "Bench", Data: w.data, Metadata: w.data}
	appended, err := w.store.Append(context.Background(), w.stream, w.next, []eventstore.Event{e})
	w.next = eventstore.Exactly(appended.Revision)
	w.events++
	return len(w.data) * 2, err
}

type streamReader struct {
	store  eventstore.Store
	stream string
}

func (r *streamReader) ready() error { return nil }

func (r *streamReader) operate() (events int, err error) {
	for _, err := range r.store.ReadStream(context.Background(), r.stream, 0) {
		if err != nil {
			return events, err
		}
		events++
	}
	return events, nil
}

// allReader counts the events that the store holds.
type allReader struct{ store eventstore.Store }

func (r *allReader) ready() error { return nil }

func (r *allReader) operate() (events int, err error) {
	for _, err := range r.store.ReadAll(context.Background(), 0) {
		if err != nil {
			return events, err
		}
		events++
	}
	return events, nil
}
