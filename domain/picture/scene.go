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

// sprite is some figures around an origin that belong together. One with a name
// may stand in a picture many times.
type sprite struct {
	name    string
	figures []figure
}

// figure is a shape filled with a colour.
type figure struct {
	shape outline
	fill  color.NRGBA
}

// add draws a sprite over what is there.
func (s *scene) add(sp *sprite, at point) { s.parts = append(s.parts, part{sp, at}) }

// draw draws a single figure over what is there.
func (s *scene) draw(shape outline, fill color.NRGBA) {
	s.add(&sprite{figures: []figure{{shape, fill}}}, point{})
}
