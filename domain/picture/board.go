package picture

import "github.com/janggid/janggid/domain/janggi"

// Board is the content of a picture.
type Board struct {
	Position *janggi.Position // nil: nothing but the board
	Last     *janggi.Move     // that led to it; nil for none
}

// title is the picture's text alternative.
func (b Board) title() string {
	if b.Position == nil {
		return "Janggi board"
	}
	return "Janggi: " + b.Position.FEN()
}

// scene puts the picture together.
func (b Board) scene(s Style) *scene {
	sc := s.empty()
	if b.Position == nil {
		return sc
	}
	b.under(s, sc)
	sprites := map[janggi.Piece]*sprite{}
	for at := range janggi.Point(janggi.PointCount) {
		piece := b.Position.At(at)
		if piece == janggi.NoPiece {
			continue
		}
		if sprites[piece] == nil {
			sprites[piece] = s.piece(piece)
		}
		sc.add(sprites[piece], s.place(at))
	}
	b.over(s, sc)
	return sc
}

// empty is a board without pieces.
func (s Style) empty() *scene {
	sc := &scene{size: point{width, height}}
	s.grid(sc)
	if s.Marks.Coordinates {
		s.coordinates(sc)
	}
	return sc
}
