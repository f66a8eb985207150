package main

import (
	"runtime"
	"testing"
)

func TestSmallMachinesRunMoreThreadsThanTheyHaveProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	t.Setenv("GOMAXPROCS", "2")
	useThreads()
	if n := runtime.GOMAXPROCS(0); n != 2 {
		t.Errorf("%d threads, where GOMAXPROCS says 2", n)
	}
	t.Setenv("GOMAXPROCS", "")
	useThreads()
	if n := runtime.GOMAXPROCS(0); n != leastThreads {
		t.Errorf("%d threads, want %d", n, leastThreads)
	}
	runtime.GOMAXPROCS(2 * leastThreads)
	useThreads()
	if n := runtime.GOMAXPROCS(0); n != 2*leastThreads {
		t.Errorf("%d threads on a large machine, want one a processor", n)
	}
}
