package picture

import "image/color"

// scene is a picture in parts, those behind first. Its units do not depend on
// the size at which it is shown.
type scene struct {
	size  point // width and height
	parts []part
}

// part is something drawn at a place: a sprite.
type part struct {
	sprite *sprite
	at     point
}

// sprite is a group of figures around an origin. A named one may appear in a
// picture many times.
type sprite struct {
	name    string
	figures []figure
}

// figure is a shape filled with a color.
type figure struct {
	shape outline
	fill  color.NRGBA
}

// add draws a sprite on top.
func (s *scene) add(sp *sprite, at point) { s.parts = append(s.parts, part{sp, at}) }

// draw draws a single figure on top.
func (s *scene) draw(shape outline, fill color.NRGBA) {
	s.add(&sprite{figures: []figure{{shape, fill}}}, point{})
}
