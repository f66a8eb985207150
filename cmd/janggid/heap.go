package main

import "runtime"

// heapFloor is the size of heap below which the server does not collect
// garbage, in bytes. A server with few games has little that lives and makes
// much that dies, and would otherwise collect a hundred times a second.
const heapFloor = 128 << 20

// holdHeapFloor makes the collector count with a heap that is half the floor and
// never changes. The memory is not touched, so that no machine has to give it.
// GOGC and GOMEMLIMIT mean what they always do; the floor doubles as GOGC does.
func holdHeapFloor() (release func()) {
	floor := make([]byte, heapFloor/2)
	return func() { runtime.KeepAlive(floor) }
}
