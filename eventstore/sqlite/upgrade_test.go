package sqlite_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/janggid/janggid/eventstore/sqlite"
)

// schema2File copies a data file that the last version with schema 2 wrote.
func schema2File(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../cmd/janggid/testdata/upgrade/schema-2/events.db")
	path := filepath.Join(t.TempDir(), "events.db")
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesOfVersion2AreReadAsTheyAreAndSayThatTheyAreUnprotected(t *testing.T) {
	path := schema2File(t)
	events := recordedOf(t, path)
	report, err := sqlite.Check(t.Context(), path, nil)
	if err != nil || len(report.Findings) > 0 || report.Events != uint64(len(events)) || report.Unprotected != report.Events || report.Whole < 20 {
		t.Errorf("%d events: %+v, %v", len(events), report, err)
	}
}

func TestFilesOfVersion2GetTheirChecksums(t *testing.T) {
	path := schema2File(t)
	before := recordedOf(t, path)
	store := open(t, path)
	appendTo(t, store, 0, 30)
	store.Close()
	after := recordedOf(t, path)
	if len(before) < 50 || !reflect.DeepEqual(after[:len(before)], before) || len(after) != len(before)+30 {
		t.Errorf("%d events before, %d after", len(before), len(after))
	}
	report, err := sqlite.Check(t.Context(), path, nil)
	if err != nil || len(report.Findings) > 0 || report.Unprotected > 0 || report.Events != uint64(len(after)) {
		t.Errorf("%+v, %v", report, err)
	}
	fresh := filepath.Join(t.TempDir(), "events.db")
	open(t, fresh)
	if got, want := shape(t, path), shape(t, fresh); !reflect.DeepEqual(got, want) {
		t.Errorf("the file has become\n%q, a new one is\n%q", got, want)
	}
	found := flips(t, path, tries(800), func(t *testing.T, damaged, flip string) {
		if report, err := sqlite.Check(t.Context(), damaged, nil); err == nil && len(report.Findings) == 0 {
			t.Errorf("%s is not found", flip)
		}
	})
	if found < tries(800)/4 {
		t.Errorf("only %d flips changed anything", found)
	}
}

// What somebody deleted before there were tombstones is no damage.
func TestGapsOfOlderFilesStay(t *testing.T) {
	path := schema2File(t)
	script(t, path, "DELETE FROM events WHERE stream = (SELECT stream FROM events WHERE position = 30); DELETE FROM streams WHERE id NOT IN (SELECT stream FROM events)")
	before := recordedOf(t, path)
	open(t, path).Close()
	report, err := sqlite.Check(t.Context(), path, nil)
	if err != nil || len(report.Findings) > 0 || report.Events != uint64(len(before)) {
		t.Errorf("%+v, %v", report, err)
	}
	if after := recordedOf(t, path); !reflect.DeepEqual(after, before) {
		t.Errorf("%d events before, %d after", len(before), len(after))
	}
}
