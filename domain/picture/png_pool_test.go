//go:build !race

package picture

import (
	"testing"
)

// The race detector makes pools drop what they hold, at random; the memory that
// an easel takes is tested under it too (TestAnEaselUsesItsMemoryAgain).
func TestPNGsUseTheirMemoryAgain(t *testing.T) {
	paint := func() { sizeOfPNG(t, Board{Position: parsed(t, "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1")}) }
	// 1200 × 1323 pixels take 6 MB, and a collection may empty the pool once.
	if took := bytesOfEach(paint); took > 4<<20 {
		t.Errorf("a picture takes %d bytes", took)
	}
}

func sizeOfPNG(t *testing.T, b Board) int {
	t.Helper()
	data, err := PNG(b, Style{Width: MaxWidth})
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}
