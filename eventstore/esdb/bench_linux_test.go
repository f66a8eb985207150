package esdb_test

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// BenchmarkAppendCPU is the CPU time that this process spends on an append. To
// leave the server's out, run esdbtest/serve and name it in JANGGID_TEST_ESDB.
func BenchmarkAppendCPU(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprint(writers, "-writers"), func(b *testing.B) {
			connection := os.Getenv(realServer)
			if connection == "" {
				connection = esdbtest.New(b).ConnectionString()
			}
			store, err := esdb.Open(b.Context(), connection, esdb.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			var left atomic.Int64
			left.Store(int64(b.N))
			before := cpuTime(b)
			b.ResetTimer()
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					stream := newStream()
					for i := 0; left.Add(-1) >= 0; i++ {
						event := newEvents(1)
						event[0].Data = make([]byte, 250)
						event[0].Metadata = make([]byte, 250)
						if _, err := store.Append(b.Context(), stream, at(i), []eventstore.Event{event[0]}); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/append")
		})
	}
}

func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
