package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/vector"
)

// PNG is the board as a PNG file.
func PNG(b Board, s Style) ([]byte, error) {
	e := easels.Get().(*easel)
	defer easels.Put(e)
	return e.png(b, s)
}

// easel is the memory that a picture is painted and encoded with: megabytes,
// which the next picture can use again. It serves one picture at a time.
type easel struct {
	pixels     []uint8
	rasterizer vector.Rasterizer
	encoding   *png.EncoderBuffer
}

var easels = sync.Pool{New: func() any { return &easel{} }}

// Get implements png.EncoderBufferPool.
func (e *easel) Get() *png.EncoderBuffer { return e.encoding }

// Put implements png.EncoderBufferPool.
func (e *easel) Put(buffer *png.EncoderBuffer) { e.encoding = buffer }

// png paints a board and encodes it.
func (e *easel) png(b Board, s Style) ([]byte, error) {
	var file bytes.Buffer
	encoder := png.Encoder{BufferPool: e}
	err := encoder.Encode(&file, e.render(b.scene(s), s))
	return file.Bytes(), err
}

// canvas is an empty image, good until the easel is used again.
func (e *easel) canvas(width, height int) *image.RGBA {
	size := 4 * width * height
	if cap(e.pixels) < size {
		e.pixels = make([]uint8, size)
	}
	e.pixels = e.pixels[:size]
	clear(e.pixels)
	return &image.RGBA{Pix: e.pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// render paints a scene, one figure over the other.
func (e *easel) render(sc *scene, s Style) *image.RGBA {
	width, height := s.pixels()
	img := e.canvas(width, height)
	scale := float64(width) / sc.size.x
	for _, p := range sc.parts {
		at := point{p.at.x * scale, p.at.y * scale}
		for _, f := range p.sprite.figures {
			paint(img, &e.rasterizer, f.shape.scaled(scale, at), f.fill)
		}
	}
	return img
}

// paint fills a shape. The rasterizer works on the shape's own rectangle only.
func paint(img *image.RGBA, r *vector.Rasterizer, shape outline, fill color.NRGBA) {
	box := shape.bounds().Intersect(img.Bounds())
	if box.Empty() {
		return
	}
	r.Reset(box.Dx(), box.Dy())
	for _, s := range shape.moved(point{-float64(box.Min.X), -float64(box.Min.Y)}) {
		a, b, c := s.points[0], s.points[1], s.points[2]
		switch s.command {
		case 'M':
			r.MoveTo(float32(a.x), float32(a.y))
		case 'L':
			r.LineTo(float32(a.x), float32(a.y))
		case 'C':
			r.CubeTo(float32(a.x), float32(a.y), float32(b.x), float32(b.y), float32(c.x), float32(c.y))
		case 'Z':
			r.ClosePath()
		}
	}
	r.Draw(img, box, image.NewUniform(fill), image.Point{})
}

// bounds is a rectangle of whole pixels that holds the shape.
func (o outline) bounds() image.Rectangle {
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range o {
		for _, p := range s.points[:pointsOf[s.command]] {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	return image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x)), int(math.Ceil(most.y)))
}
