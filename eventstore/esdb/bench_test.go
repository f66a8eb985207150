package esdb_test

import (
	"sync/atomic"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// What the adapter and gRPC cost with a server that needs no time of its own.
func BenchmarkAppend(b *testing.B) {
	server := esdbtest.New(b)
	store, err := esdb.Open(b.Context(), server.ConnectionString(), esdb.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	b.SetParallelism(32)
	var failed atomic.Pointer[error]
	b.RunParallel(func(pb *testing.PB) {
		stream := newStream()
		for i := 0; pb.Next(); i++ {
			if _, err := store.Append(b.Context(), stream, at(i), newEvents(1)); err != nil {
				failed.Store(&err)
				return
			}
		}
	})
	if err := failed.Load(); err != nil {
		b.Fatal(*err)
	}
}

func BenchmarkReadAll(b *testing.B) {
	server := esdbtest.New(b)
	store, err := esdb.Open(b.Context(), server.ConnectionString(), esdb.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	server.Write(newStream(), b.N)
	b.ResetTimer()
	read := 0
	for _, err := range store.ReadAll(b.Context(), eventstore.Position(0)) {
		if err != nil {
			b.Fatal(err)
		}
		read++
	}
	if read != b.N {
		b.Fatalf("%d events of %d", read, b.N)
	}
}
