package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func decodedPNG(t *testing.T, b Board, s Style) image.Image {
	t.Helper()
	data, err := PNG(b, s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestPNGHasTheSizeAskedFor(t *testing.T) {
	for width, want := range map[int]image.Point{0: {600, 661}, 300: {300, 331}, MinWidth: {100, 110}, MaxWidth: {1200, 1323}} {
		if got := decodedPNG(t, Board{}, Style{Width: width}).Bounds().Size(); got != want {
			t.Errorf("width %d: %v, want %v", width, got, want)
		}
	}
}

// What is under a place of the picture, in a picture whose pixels are units.
func TestPNGShowsMarksAndPieces(t *testing.T) {
	// Cho's chariot gave check from e8 on e9's general, and both generals face
	// each other but for it.
	check := parsed(t, "9/4k4/4R4/9/9/9/9/9/4K4/9 b - - 0 1")
	facing := parsed(t, "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1")
	move := janggi.NewMove(janggi.NewPoint(0, 7), janggi.NewPoint(4, 7))
	tests := []struct {
		name  string
		board Board
		marks Marks
		at    point
		want  color.NRGBA
	}{
		{"wood between the lines", Board{Position: facing}, Marks{}, point{138, 138}, wood},
		{"ink on a line", Board{Position: facing}, Marks{}, point{138, 188}, ink},
		{"a palace's diagonal", Board{Position: facing}, Marks{}, point{438, 138}, ink},
		{"a piece's face", Board{Position: facing}, Marks{}, point{488 - 39, 888}, ivory},
		{"the edge of a piece", Board{Position: facing}, Marks{}, point{488, 888 - 49}, edge},
		{"facing", Board{Position: facing}, Marks{Facing: true}, point{482, 538}, blend(wood, between)},
		{"facing, unmarked", Board{Position: facing}, Marks{}, point{482, 538}, wood},
		{"a check", Board{Position: check}, Marks{Check: true}, point{488 + 60, 196}, blend(wood, alarm)},
		{"where the last turn came from", Board{check, &move}, Marks{Last: true}, point{88 + 8, 288 + 8}, blend(wood, came)},
		{"where it went", Board{check, &move}, Marks{Last: true}, point{488 + 48, 280}, blend(wood, went)},
		{"a point that is pointed at", Board{Position: facing}, Marks{Points: []janggi.Point{janggi.NewPoint(4, 4)}}, point{488 - 17, 588 + 17}, blend(wood, hint)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			img := new(easel).render(tt.board.scene(Style{Marks: tt.marks}), Style{Width: width})
			got := img.RGBAAt(int(tt.at.x), int(tt.at.y))
			if !near(got, tt.want) {
				t.Errorf("%v at %v, want %v", got, tt.at, tt.want)
			}
		})
	}
}

// blend lays a color over an opaque one.
func blend(below, above color.NRGBA) color.NRGBA {
	mix := func(b, a uint8) uint8 { return uint8((int(b)*(255-int(above.A)) + int(a)*int(above.A)) / 255) }
	return color.NRGBA{mix(below.R, above.R), mix(below.G, above.G), mix(below.B, above.B), 0xFF}
}

func near(got color.RGBA, want color.NRGBA) bool {
	off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 3 }
	return !off(got.R, want.R) && !off(got.G, want.G) && !off(got.B, want.B)
}

func BenchmarkPNG(b *testing.B) {
	g := randomGame(1, 40)
	for b.Loop() {
		if _, err := PNG(Board{Position: g.Position()}, Style{Marks: AllMarks()}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	g := randomGame(1, 40)
	for b.Loop() {
		SVG(Board{Position: g.Position()}, Style{Marks: AllMarks()})
	}
}
