package sqlite

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/eventstore"
)

func TestDamagedFilesAreRefused(t *testing.T) {
	tests := []struct{ name, damage string }{
		{"a revision twice", `INSERT INTO events SELECT 1000, stream, revision, previous, id, type, data, metadata, NULL FROM events WHERE position = 20`},
		{"a stream begun twice", `INSERT INTO events SELECT 1000, stream, 0, 0, id, type, data, metadata, NULL FROM events WHERE position = 20`},
		{"a saved stream begun twice", `INSERT INTO events SELECT 1000, stream, 0, 0, id, type, data, metadata, NULL FROM events WHERE position = 1`},
		{"a revision left out", `UPDATE events SET revision = revision + 1 WHERE position = 20`},
		{"an event gone", `DELETE FROM events WHERE position = 17`},
		{"a saved event gone", `DELETE FROM events WHERE position <= 10`},
		{"another stream's event before it", `UPDATE events SET previous = previous + 1 WHERE position = 12`},
		{"no stream", `UPDATE events SET stream = 1000 WHERE position = 20`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, path := testWriterOn(t, pace{every: 10, atOnce: 100})
			for i := range 10 { // three streams in turns, of which the heads are saved, and on
				for _, stream := range []string{"a", "b", "c"} {
					expected := eventstore.NoStream()
					if i > 0 {
						expected = eventstore.Exactly(uint64(i) - 1)
					}
					w.write([]*request{newRequest(stream, expected, "1")})
				}
				if saved := numberIn(t, w.conn, savedHeads); saved > 0 {
					w.saving.every = 1 << 16 // enough
				}
			}
			if saved, n := numberIn(t, w.conn, savedHeads), stored(t, w); saved != 10 || n != 30 {
				t.Fatalf("heads are saved up to %d of %d events", saved, n)
			}
			if err := w.conn.Script(tt.damage); err != nil {
				t.Fatal(err)
			}
			store, err := Open(killed(t, path), Options{})
			if err == nil {
				store.Close()
			}
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("open: %v, want ErrDamaged", err)
			}
		})
	}
}
