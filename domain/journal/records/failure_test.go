package records

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// openings are different short games, a line of JSON each.
func openings(n int, externalID string) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"external_id":%q,"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"tags":[{"name":"n","value":"%s %d"}],"outcome":null}`+"\n", externalID, externalID, i)
	}
	return text.String()
}

// TestImportersThatRaceLoseNothingElse has twelve importers send their own
// version of one game among others, for which they do not race.
func TestImportersThatRaceLoseNothingElse(t *testing.T) {
	const importers, others = 12, 20
	store := memory.New()
	var raced [importers]Entry
	var group errgroup.Group
	for n := range importers {
		group.Go(func() error {
			before, after := openings(others/2, ""), openings(others/2, "")
			version := fmt.Sprintf(`{"external_id":"final","setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"tags":[{"name":"by","value":"%d"}],"outcome":null}`+"\n", n)
			lines := 0
			// A journal each: nodes that know each other only by the store.
			summary, err := Import(t.Context(), newJournal(store), strings.NewReader(before+version+after), Options{At: 1, ImportedBy: "ann"}, func(e Entry) error {
				lines++
				if e.ExternalID != "" {
					raced[n] = e
				} else if e.Status != Kept && e.Status != AlreadyThere {
					return fmt.Errorf("another game: %+v", e)
				}
				return nil
			})
			if err == nil && (lines != others+1 || summary.Read != lines) {
				err = fmt.Errorf("%d games have a line: %+v", lines, summary)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	for n, e := range raced {
		if e.Status == Failed && !strings.Contains(e.Why, "import it again") || e.Status == Unreadable {
			t.Errorf("importer %d: %+v", n, e)
		}
	}
}

// raced is a store in which somebody else is always faster with a version of
// one game.
type raced struct {
	eventstore.Store
	rival func()
}

func (s raced) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if strings.Contains(string(events[0].Data), `"external_id":"final"`) {
		s.rival()
	}
	return s.Store.Append(ctx, stream, expected, events)
}

func TestAGameThatLosesEveryRaceFailsAlone(t *testing.T) {
	store := memory.New()
	versions := 0
	rival := func() {
		versions++
		version := fmt.Sprintf(`{"external_id":"final","setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"tags":[{"name":"rival","value":"%d"}],"outcome":null}`, versions)
		if _, summary, err := importAll(t, newJournal(store), strings.NewReader(version), Options{At: 1}); err != nil || summary.Failed > 0 {
			t.Errorf("the rival: %+v, %v", summary, err)
		}
	}
	file := openings(30, "") + openings(1, "final") + openings(30, "other")
	entries, summary, err := importAll(t, newJournal(raced{store, rival}), strings.NewReader(file), Options{At: 1})
	if err != nil || len(entries) != 61 || summary.Failed != 1 || summary.Kept != 31 || summary.Replaced != 29 {
		t.Fatalf("%d lines, %+v, %v", len(entries), summary, err)
	}
	if e := entries[30]; e.Status != Failed || e.Why != "too many concurrent imports of the same game: import it again" {
		t.Errorf("%+v", e)
	}
	if versions < 5 {
		t.Errorf("it gave up after %d races", versions)
	}
}

func TestAnUnavailableStoreFailsItsGamesAlone(t *testing.T) {
	store := memory.New()
	away := memory.Fault{Err: fmt.Errorf("busy: %w", eventstore.ErrUnavailable)}
	store.Inject(away, away, away)
	entries, summary, err := importAll(t, newJournal(store), strings.NewReader(openings(50, "")), Options{At: 1})
	if err != nil || len(entries) != 50 || summary.Failed == 0 || summary.Failed > 3 || summary.Kept != 50-summary.Failed {
		t.Fatalf("%d lines, %+v, %v", len(entries), summary, err)
	}
	for _, e := range entries {
		if e.Status == Failed && (e.Why != "the store is unavailable: import it again" || !errors.Is(e.Err, eventstore.ErrUnavailable)) {
			t.Errorf("%+v", e)
		}
	}
}

// lost is a store that is away for good, and counts how often it is asked.
type lost struct {
	eventstore.Store
	asked chan struct{}
}

func (s lost) Append(context.Context, string, eventstore.Expectation, []eventstore.Event) (eventstore.Appended, error) {
	s.asked <- struct{}{}
	return eventstore.Appended{}, eventstore.ErrUnavailable
}

func TestAStoreThatStaysAwayIsGivenUp(t *testing.T) {
	const games = 3000
	store := lost{memory.New(), make(chan struct{}, games*10)}
	entries, summary, err := importAll(t, newJournal(store), strings.NewReader(openings(games, "")), Options{At: 1})
	if !errors.Is(err, eventstore.ErrUnavailable) || len(entries) != games || summary.Failed != games {
		t.Errorf("%d lines, %+v, %v", len(entries), summary, err)
	}
	if asked := len(store.asked); asked > 2*maxOutage {
		t.Errorf("the store was asked %d times", asked)
	}
}

// faulty is a store with a defect.
type faulty struct{ eventstore.Store }

func (faulty) Append(context.Context, string, eventstore.Expectation, []eventstore.Event) (eventstore.Appended, error) {
	panic("a defect")
}

func TestADefectFailsItsGameAndNotTheProcess(t *testing.T) {
	entries, summary, err := importAll(t, newJournal(faulty{memory.New()}), strings.NewReader(openings(3, "")), Options{At: 1})
	if err != nil || summary.Failed != 3 || entries[0].Why != "internal error" || !strings.Contains(entries[0].Err.Error(), "a defect") {
		t.Errorf("%+v, %v", entries, err)
	}
}

// brokenReader panics like a body that two requests read at once.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { panic("a defect") }

func TestADefectInReadingEndsTheImportAlone(t *testing.T) {
	_, _, err := importAll(t, newJournal(memory.New()), brokenReader{}, Options{At: 1})
	if err == nil || !strings.Contains(err.Error(), "a defect") {
		t.Errorf("got %v", err)
	}
}
