package journal

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// edit changes the metadata of an event.
func edit(change func(m *Metadata)) func(t *testing.T, r *eventstore.Recorded) {
	return func(t *testing.T, r *eventstore.Recorded) {
		m, err := decodeMetadata(r.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		change(&m)
		r.Metadata = appendMetadata(nil, m)
	}
}

// replace changes a text in the data of an event.
func replace(old, new string) func(t *testing.T, r *eventstore.Recorded) {
	return func(t *testing.T, r *eventstore.Recorded) {
		if !strings.Contains(string(r.Data), old) {
			t.Fatalf("%s is not in %s", old, r.Data)
		}
		r.Data = []byte(strings.Replace(string(r.Data), old, new, 1))
	}
}

func TestVerifyNamesTheFact(t *testing.T) {
	cho := janggi.Cho
	tests := []struct {
		name     string
		history  string
		revision int
		change   func(t *testing.T, r *eventstore.Recorded)
		anew     bool // all hashes are made anew after the change
		at       uint64
		field    string
	}{
		{"a hash", "a time-out", 3, edit(func(m *Metadata) { m.Prev = new(strings.Repeat("0", 64)) }), false, 3, "metadata.prev"},
		{"a missing hash", "a time-out", 3, edit(func(m *Metadata) { m.Prev = nil }), false, 3, "metadata.prev"},
		{"an id", "a time-out", 2, func(_ *testing.T, r *eventstore.Recorded) { r.ID = uuid.Must(uuid.NewV7()) }, false, 3, "metadata.prev"},
		{"a player's choice", "a time-out", 2, replace("HEEH", "EHHE"), false, 3, "metadata.prev"},
		{"a label", "a time-out", 0, replace(`"labels":{}`, `"labels":{"league":"7"}`), false, 1, "metadata.prev"},
		{"an instant that runs backwards", "a time-out", 1, edit(func(m *Metadata) { m.Time = t0 - 1 }), true, 1, "metadata.time"},
		{"the instant of a turn", "a time-out", 5, edit(func(m *Metadata) { m.Time++ }), true, 5, "data.clocks.cho.remaining_ms"},
		{"the instant of a start", "a time-out", 4, edit(func(m *Metadata) { m.Time++ }), true, 4, "metadata.time"},
		{"the instant of an end", "a resignation", 9, edit(func(m *Metadata) { m.Time++ }), true, 9, "metadata.time"},
		{"a turn after the deadline", "a time-out", 5, edit(func(m *Metadata) { m.Time += 60_000 }), true, 5, "metadata.time"},
		{"a time-out before the deadline", "a time-out", 7, edit(func(m *Metadata) { m.Time = t0.Add(94_500) }), true, 7, "metadata.time"},
		{"a setup's time-out before the deadline", "a time-out", 3, edit(func(m *Metadata) { m.Time = t0.Add(20) }), true, 3, "data.by"},
		{"a setup chosen after the deadline", "a resignation", 2, edit(func(m *Metadata) { m.Time += 90_000 }), true, 2, "metadata.time"},
		{"the side of a turn's cause", "a time-out", 5, edit(func(m *Metadata) { m.Side = nil }), true, 5, "metadata.side"},
		{"a cause where the clock was", "a time-out", 7, edit(func(m *Metadata) { m.Side = &cho }), true, 7, "metadata.side"},
		{"a cause where the clock was, of the end", "a time-out", 8, edit(func(m *Metadata) { m.Side = &cho }), true, 8, "metadata.side"},
		{"a schema", "a time-out", 5, edit(func(m *Metadata) { m.Schema = 2 }), true, 5, "metadata.schema"},
		{"metadata in another form", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Metadata = append([]byte(" "), r.Metadata...) }, false, 5, "metadata"},
		{"metadata that is none", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Metadata = []byte("[]") }, false, 5, "metadata"},
		{"data in another form", "a time-out", 5, replace(":", ": "), true, 5, "data"},
		{"data that is none", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Data = []byte("[]") }, true, 5, "data"},
		{"a value too many", "a time-out", 6, replace("{", `{"applause":true,`), true, 6, "data.applause"},
		{"a value too few", "a time-out", 5, replace(`"captured":null,`, ""), true, 5, "data.captured"},
		{"an unknown type", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Type = "GameTeleported" }, true, 5, "type"},
		{"a type that has no place", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) {
			r.Type, r.Data = "PlayerJoined", []byte(`{"player":{"id":"eve","kind":"human"},"side":"cho"}`)
		}, true, 5, "type"},
		{"an illegal move", "a time-out", 5, replace("a4b4", "a4a9"), true, 5, "data.move"},
		{"the wrong player's move", "a time-out", 5, replace("a4b4", "a7b7"), true, 5, "data.move"},
		{"another legal move", "a mate from a custom start", 5, replace("b2b10", "b2b9"), true, 5, "data.check"},
		{"rules of another version", "a time-out", 0, replace(`"rules_version":1`, `"rules_version":2`), true, 0, "data.rules_version"},
		{"rules that cannot be", "a time-out", 0, replace(`"turn_limit":400`, `"turn_limit":399`), true, 0, "data.ruleset"},
		{"a start that cannot be", "a mate from a custom start", 0, replace("4k4/R8", "4k4/8R/R8"), true, 0, "data.start_fen"},
		{"a draw where points decide", "a repetition", 13, replace(`"result":"han","winner":"han"`, `"result":"draw","winner":null`), true, 13, "data.result"},
		{"an end for a reason that does not hold", "an abort", 2, replace("aborted", "checkmate"), true, 2, "data.reason"},
		{"a winner of an aborted game", "an abort", 2, replace(`"result":"none","winner":null`, `"result":"cho","winner":"cho"`), true, 2, "data.result"},
		{"points of an aborted game", "an abort", 2, replace(`"points":null`, `"points":{"cho":72,"han":73.5}`), true, 2, "data.points"},
		{"another room", "a time-out", 0, edit(func(m *Metadata) { m.Private.Room = "ABCDEF" }), true, 0, "metadata.private.room"},
	}
	all := histories(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			events := slices.Clone(all[tt.history])
			room := roomOf(t, events)
			tt.change(t, &events[tt.revision])
			if tt.anew {
				events = rechained(t, events)
			}
			err := verifyEventsIn(t, events, room)
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != tt.at || d.Field != tt.field || d.Stream != events[0].Stream {
				t.Errorf("got %v; want %s at revision %d", err, tt.field, tt.at)
			}
		})
	}
}
