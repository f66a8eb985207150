package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func newJournal(store eventstore.Store) *journal.Journal {
	return journal.New(store, journal.Options{Key: []byte("a key that only tests know")})
}

// importAll imports a file and gives its entries in the order of the file.
func importAll(t *testing.T, j *journal.Journal, r io.Reader, o Options) ([]Entry, Summary, error) {
	t.Helper()
	var entries []Entry
	summary, err := Import(t.Context(), j, r, o, func(e Entry) error {
		entries = append(entries, e)
		return nil
	})
	slices.SortFunc(entries, func(a, b Entry) int { return a.Game - b.Game })
	return entries, summary, err
}

func TestWhatIsExportedIsTheSameGame(t *testing.T) {
	j := newJournal(memory.New())
	entries, _, err := importAll(t, j, bytes.NewReader(file(t, 1)), Options{At: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range record.Formats() {
		var out bytes.Buffer
		for _, e := range entries {
			g, err := j.Load(t.Context(), e.ID)
			if err != nil {
				t.Fatal(err)
			}
			w, started, err := Export(t.Context(), j, g, [2]string{})
			if err != nil || !started {
				t.Fatal(started, err)
			}
			if err := w.WriteTo(&out, f); err != nil {
				t.Fatal(err)
			}
		}
		again, summary, err := importAll(t, newJournal(memory.New()), &out, Options{At: 1, Format: f})
		if err != nil || summary.Kept+summary.AlreadyThere != len(entries) || summary.Cut != 0 {
			t.Fatalf("%s: %+v, %v", f, summary, err)
		}
		for i, e := range again {
			// The same journal key makes the same id of the same game. UCI
			// tells too little for that.
			if f != record.UCI && e.ID != entries[i].ID || e.Turns != entries[i].Turns {
				t.Errorf("%s: game %d is %+v, was %+v", f, i+1, e, entries[i])
			}
		}
	}
}

func TestAFileThatBreaksOffKeepsTheGamesBefore(t *testing.T) {
	gone := errors.New("the line is dead")
	data := file(t, 1)
	half := data[:len(data)/2]
	entries, summary, err := importAll(t, newJournal(memory.New()), io.MultiReader(bytes.NewReader(half), iotest.ErrReader(&ReadError{Err: gone})), Options{At: 1})
	if !errors.Is(err, gone) || summary.Kept != len(entries) || summary.Kept < 15 || summary.Cut != 0 {
		t.Errorf("%+v, %v", summary, err)
	}
}

func TestAFileThatCannotBeReadOnSaysSo(t *testing.T) {
	text := `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":null}` + "\n{broken"
	entries, summary, err := importAll(t, newJournal(memory.New()), strings.NewReader(text), Options{At: 1})
	if err != nil || summary.Kept != 1 || summary.Unreadable != 1 || !strings.Contains(entries[1].Why, "invalid character") {
		t.Errorf("%+v, %v", entries, err)
	}
}

func TestAStoreThatFailsEndsTheImport(t *testing.T) {
	store := memory.New()
	store.Close()
	_, summary, err := importAll(t, newJournal(store), bytes.NewReader(file(t, 1)), Options{At: 1})
	if !errors.Is(err, eventstore.ErrClosed) || summary.Kept != 0 {
		t.Errorf("%+v, %v", summary, err)
	}
}

func TestTheLastRecordOfAnExternalIDIsTheNewestVersion(t *testing.T) {
	var text strings.Builder
	for n := range 40 {
		fmt.Fprintf(&text, `{"external_id":"id-%d","setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"tags":[{"name":"n","value":"%d"}],"outcome":null}`+"\n", n%2, n)
	}
	j := newJournal(memory.New())
	entries, summary, err := importAll(t, j, strings.NewReader(text.String()), Options{At: 1, ImportedBy: "ann"})
	if err != nil || summary.Kept != 2 || summary.Replaced != 38 {
		t.Fatalf("%+v, %v", summary, err)
	}
	for _, e := range entries {
		g, err := j.Refresh(t.Context(), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if newest := g.State.SupersededBy == ""; newest != (e.Game > 38) || g.State.Status != game.Over {
			t.Errorf("record %d: superseded by %q", e.Game, g.State.SupersededBy)
		}
	}
}

func TestTheIDOfAFileIsItsFirstGamesAlone(t *testing.T) {
	text := `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":null}` + "\n" + `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["a4b4"],"outcome":null}`
	entries, summary, err := importAll(t, newJournal(memory.New()), strings.NewReader(text), Options{At: 1, ExternalID: "final"})
	if err != nil || summary.Kept != 1 || summary.Replaced != 0 || summary.Unreadable != 1 || entries[0].ExternalID != "final" ||
		!strings.Contains(entries[1].Why, `"final" belongs to the first game`) {
		t.Errorf("%+v, %v", entries, err)
	}
}

func TestClocksThatTheGameThereLacksAreWarnedOf(t *testing.T) {
	plain := `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":{"reason":"time","result":"cho"}`
	clocks := plain + `,"time_control":{"type":"fischer","initial_ms":600000,"increment_ms":5000},"turn_clocks":[{"remaining_ms":603000}]}`
	j := newJournal(memory.New())
	for _, step := range []struct {
		text     string
		status   Status
		warnings int
	}{{plain + "}", Kept, 0}, {clocks, AlreadyThere, 1}, {plain + "}", AlreadyThere, 0}} {
		entries, _, err := importAll(t, j, strings.NewReader(step.text), Options{At: 1})
		if err != nil || entries[0].Status != step.status || len(entries[0].Warnings) != step.warnings {
			t.Errorf("%+v, %v; want %s and %d warnings", entries, err, step.status, step.warnings)
		}
	}
}
