package records

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// file repeats the sample's games, each time as another event.
func file(t testing.TB, times int) []byte {
	t.Helper()
	sample, err := os.ReadFile("../../record/testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for n := range times {
		out.Write(bytes.ReplaceAll(sample, []byte("[\xc8\xb8\xc0\xfc \"\xb9\xcc\xbb\xf3\"]"), fmt.Appendf(nil, "[\xc8\xb8\xc0\xfc \"%d\"]", n))) // 회전
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// BenchmarkImport imports 980 games of 115 turns into a store on disk.
func BenchmarkImport(b *testing.B) {
	data := file(b, 20)
	games := 0
	for b.Loop() {
		store, err := sqlite.Open(filepath.Join(b.TempDir(), "events.db"), sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		j := journal.New(store, journal.Options{Key: []byte("a key of a benchmark"), CacheBytes: 1 << 20})
		s, err := Import(b.Context(), j, bytes.NewReader(data), Options{At: game.Instant(1)}, func(Entry) error { return nil })
		if err != nil || s.Kept != 20*49 {
			b.Fatal(s, err)
		}
		games += s.Kept
		store.Close()
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
