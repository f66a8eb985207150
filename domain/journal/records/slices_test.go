package records

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/eventstore/memory"
)

// yielding is a file of which each piece needs a slot to be read, as somebody
// else's work would.
type yielding struct {
	io.Reader
	slot chan struct{}
}

func (y yielding) Read(b []byte) (int, error) {
	y.slot <- struct{}{}
	<-y.slot
	return y.Reader.Read(b[:min(len(b), 64)])
}

// An import with one slot works in it, and leaves it to others while it waits for
// the file or the store.
func TestAnImportWorksInItsSlotAndWaitsOutsideOfIt(t *testing.T) {
	slot := make(chan struct{}, 1)
	slots, stores, bytes := 0, 0, 0
	take := func(ctx context.Context) (func(), error) {
		select {
		case slot <- struct{}{}:
			slots++
			return func() { <-slot }, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	bulk := &journal.Bulk{Slot: take, Store: func(ctx context.Context, n int) (func(), error) {
		leave, err := take(ctx)
		if err != nil {
			return nil, err
		}
		slots--
		stores++
		bytes += n
		return leave, nil
	}}
	var file strings.Builder
	for _, move := range []string{"a4b4", "c4d4", "e4f4", "g4h4", "i4h4", "e4d4", "c4b4", "zzzz"} {
		file.WriteString("position startpos moves " + move + "\n")
	}
	summary, err := Import(t.Context(), newJournal(memory.New()), yielding{strings.NewReader(file.String()), slot},
		Options{Format: record.UCI, Bulk: bulk}, func(Entry) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	games := summary.Kept
	if games < 7 || stores < games || bytes < 100*games {
		t.Errorf("%d games in %d appends of %d bytes, want 7 or more with an append each", games, stores, bytes)
	}
	if slots < 3*games {
		t.Errorf("%d parts of work for %d games, want three each: judged, decided, encoded", slots, games)
	}
	if len(slot) > 0 {
		t.Error("a slot was not given back")
	}
}
