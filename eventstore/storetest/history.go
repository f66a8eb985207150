package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// seedVariable names the environment variable that replays one history.
const seedVariable = "JANGGID_STORETEST_SEED"

var historyLaws = []law{
	{"random histories run as they do in the model", func(f *fixture) {
		if replay := os.Getenv(seedVariable); replay != "" {
			seed, err := strconv.ParseUint(replay, 10, 64)
			if err != nil {
				f.Fatalf("%s: %v", seedVariable, err)
			}
			newHistory(f, seed).run()
			return
		}
		for range 10 {
			newHistory(f, rand.Uint64()).run()
		}
	}},
}

// history runs random calls on a store and on the model and compares the
// answers. Their positions differ; places maps them.
type history struct {
	*fixture
	seed    uint64
	random  *rand.Rand
	model   *memory.Store
	streams []string
	batches []batch // appends made so far, to be retried
	places  map[eventstore.Position]eventstore.Position
	log     []string
	begin   eventstore.Position // store's head when the history began
}

type batch struct {
	stream   string
	expected eventstore.Expectation
	events   []eventstore.Event
}

func newHistory(f *fixture, seed uint64) *history {
	h := &history{
		fixture: f, seed: seed, random: rand.New(rand.NewPCG(seed, seed)), model: memory.New(), begin: f.head(),
	}
	h.places = map[eventstore.Position]eventstore.Position{0: h.begin}
	for range 4 {
		h.streams = append(h.streams, f.stream())
	}
	return h
}

func (h *history) run() {
	h.Helper()
	steps := []struct {
		weight int
		step   func()
	}{
		{8, h.appendNew}, {3, h.appendAgain}, {3, h.readStream}, {2, h.readAll}, {1, h.subscribe}, {1, h.reopen},
	}
	var lots []func()
	for _, s := range steps {
		for range s.weight {
			lots = append(lots, s.step)
		}
	}
	for range 80 {
		lots[h.random.IntN(len(lots))]()
	}
	h.readAll()
}

// note records a step, for the report of a failure.
func (h *history) note(format string, args ...any) {
	h.log = append(h.log, fmt.Sprintf(format, args...))
}

func (h *history) fail(format string, args ...any) {
	h.Helper()
	for _, step := range h.log {
		h.Log(step)
	}
	h.Fatalf("%s=%d: %s", seedVariable, h.seed, fmt.Sprintf(format, args...))
}

// appendNew appends new events, mostly where the stream is.
func (h *history) appendNew() {
	stream := h.streams[h.random.IntN(len(h.streams))]
	next := uint64(len(h.modelStream(stream, 0)))
	switch h.random.IntN(6) {
	case 0:
		next += uint64(1 + h.random.IntN(3))
	case 1:
		next -= min(next, uint64(1+h.random.IntN(3)))
	}
	h.append(batch{stream, at(next), newEvents(1 + h.random.IntN(12))})
}

// appendAgain repeats an earlier append, whether it was stored or not.
func (h *history) appendAgain() {
	if len(h.batches) > 0 {
		h.append(h.batches[h.random.IntN(len(h.batches))])
	}
}

func (h *history) append(b batch) {
	h.Helper()
	h.batches = append(h.batches, b)
	want, wantErr := h.model.Append(h.ctx, b.stream, b.expected, b.events)
	got, gotErr := h.Store.Append(h.ctx, b.stream, b.expected, b.events)
	h.note("append %d events, first %s, to %s at %s: %v, %v", len(b.events), b.events[0].ID, b.stream, b.expected, got, gotErr)
	var wantConflict, gotConflict *eventstore.ConflictError
	if errors.As(wantErr, &wantConflict) {
		if !errors.As(gotErr, &gotConflict) || *gotConflict != *wantConflict {
			h.fail("append answered %+v, %v, the model %v", got, gotErr, wantErr)
		}
		return
	}
	if gotErr != nil || got.Revision != want.Revision {
		h.fail("append answered %+v, %v, the model %+v, %v", got, gotErr, want, wantErr)
	}
	if known, ok := h.places[want.Position]; ok && known != got.Position {
		h.fail("append stands at %s now, at %s before", got.Position, known)
	}
	for _, r := range h.all(h.Store.ReadStream(h.ctx, b.stream, b.expected.Next())) {
		for _, m := range h.modelStream(b.stream, r.Revision)[:1] {
			h.places[m.Position] = r.Position
		}
	}
	if h.places[want.Position] != got.Position {
		h.fail("append answered position %s, its last event stands at %s", got.Position, h.places[want.Position])
	}
}

func (h *history) modelStream(stream string, from uint64) []eventstore.Recorded {
	h.Helper()
	return h.all(h.model.ReadStream(h.ctx, stream, from))
}

func (h *history) readStream() {
	h.Helper()
	stream := h.streams[h.random.IntN(len(h.streams))]
	want := h.modelStream(stream, 0)
	from := uint64(h.random.IntN(len(want) + 2))
	h.note("read %s from %d", stream, from)
	h.compare(h.all(h.Store.ReadStream(h.ctx, stream, from)), h.modelStream(stream, from))
}

func (h *history) readAll() {
	h.Helper()
	after := h.somewhere()
	h.note("read all after %s", h.places[after])
	h.compare(h.fixture.readAll(h.places[after]), h.all(h.model.ReadAll(h.ctx, after)))
}

func (h *history) subscribe() {
	h.Helper()
	after := h.somewhere()
	h.note("subscribe after %s", h.places[after])
	want := h.all(h.model.ReadAll(h.ctx, after))
	got, err := h.follow(h.ctx, h.Store, h.places[after], total(len(want)))
	if err != nil {
		h.fail("%v", err)
	}
	h.compare(got, want)
}

func (h *history) reopen() {
	if h.Reopen != nil {
		h.note("reopen")
		h.fixture.reopen()
	}
}

// somewhere is the beginning or a position of the model's.
func (h *history) somewhere() eventstore.Position {
	written := h.all(h.model.ReadAll(h.ctx, 0))
	if i := h.random.IntN(len(written) + 1); i < len(written) {
		return written[i].Position
	}
	return 0
}

func (h *history) compare(got, want []eventstore.Recorded) {
	h.Helper()
	if len(got) != len(want) {
		h.fail("%d events, the model has %d", len(got), len(want))
	}
	for i := range want {
		want[i].Position = h.places[want[i].Position]
		if show(got[i]) != show(want[i]) || got[i].Position != want[i].Position {
			h.fail("event %d is %s at %s, in the model %s at %s", i, show(got[i]), got[i].Position, show(want[i]), want[i].Position)
		}
	}
}
