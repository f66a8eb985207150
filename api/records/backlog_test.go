package records

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/api/view"
)

func TestABacklogGivesBackWhatItGot(t *testing.T) {
	var b backlog
	var want, got, part bytes.Buffer
	for i := range 5000 {
		line := Imported{Game: i, Status: "kept", ID: new(uuid.NewString()), Warnings: []warningView{{Line: i, Text: "장군"}}}
		if err := json.NewEncoder(&want).Encode(line); err != nil {
			t.Fatal(err)
		}
		if err := b.add(line); err != nil {
			t.Fatal(err)
		}
		if i%1700 == 1699 { // readers come and go
			if err := b.take(&part); err != nil {
				t.Fatal(err)
			}
			got.Write(part.Bytes())
		}
	}
	for !b.empty() {
		if err := b.take(&part); err != nil {
			t.Fatal(err)
		}
		got.Write(part.Bytes())
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) || b.held != 0 || b.full() {
		t.Errorf("%d bytes of %d, %d held", got.Len(), want.Len(), b.held)
	}
}

// TestTheLinesOfALargeFileFitIntoABacklog counts on some 400 bytes a game: fewer
// would be no game to speak of.
func TestTheLinesOfALargeFileFitIntoABacklog(t *testing.T) {
	var b backlog
	for i := range MaxImport / 400 {
		line := Imported{
			Game: i, Line: i * 12, Status: "kept", ID: new(uuid.NewString()), Turns: i % 150, Written: i % 150,
			Outcome: &view.Outcome{}, Warnings: []warningView{},
		}
		if err := b.add(line); err != nil {
			t.Fatal(err)
		}
		if b.full() {
			t.Fatalf("full after %d games", i)
		}
	}
}
