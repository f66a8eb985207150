package main

import (
	"os"
	"runtime"
)

// leastThreads is how many threads run Go code at once at least, on however few
// processors. Go looks for what comes over the network when a thread has nothing
// else to do, or every 10 ms: where two threads calculate, a turn waits that
// long. With more threads than processors one is always free to look, and the
// operating system lets it in.
const leastThreads = 8

// useThreads raises the number of threads, unless GOMAXPROCS says another.
func useThreads() {
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) < leastThreads {
		runtime.GOMAXPROCS(leastThreads)
	}
}
