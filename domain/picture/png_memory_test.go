package picture

import (
	"runtime"
	"testing"
)

// A large picture is painted and encoded in memory that the next one uses again:
// each leaves its file, and little more. Through PNG this holds as long as the
// pool keeps the easel, which it need not.
func TestAnEaselUsesItsMemoryAgain(t *testing.T) {
	e := &easel{}
	paint := func() {
		board := Board{Position: parsed(t, "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1")}
		if _, err := e.png(board, Style{Width: MaxWidth}); err != nil {
			t.Fatal(err)
		}
	}
	// 1200 × 1323 pixels take 6 MB, and the encoder's buffers 1 MB.
	if took := bytesOfEach(paint); took > 512<<10 {
		t.Errorf("a picture takes %d bytes", took)
	}
}

// bytesOfEach is how much a call allocates, after a first one.
func bytesOfEach(paint func()) uint64 {
	paint()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const pictures = 4
	for range pictures {
		paint()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / pictures
}
