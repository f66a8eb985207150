package picture

import "github.com/janggid/janggid/domain/janggi"

// under draws the marks below the pieces.
func (b Board) under(s Style, sc *scene) {
	p := b.Position
	if s.Marks.Facing && p.Facing() {
		sc.draw(stroke(s.place(p.General(janggi.Cho)), s.place(p.General(janggi.Han)), 14), between)
	}
	if s.Marks.Check && p.InCheck() {
		sc.draw(circle(radius(janggi.General)+14).moved(s.place(p.General(p.SideToMove()))), alarm)
	}
	if from, to, ok := b.lastTurn(); ok && s.Marks.Last {
		if from != to {
			sc.draw(circle(18).moved(s.place(from)), came)
		}
		r := radius(p.At(to).Kind())
		sc.draw(octagon(r+8).moved(s.place(to)), went)
	}
}

// over draws the marks above the pieces.
func (b Board) over(s Style, sc *scene) {
	for _, at := range s.Marks.Points {
		sc.add(pointer(b.Position.At(at).Kind()), s.place(at))
	}
}

// pointer is the mark of a highlighted point: a ring around its piece.
func pointer(kind janggi.Kind) *sprite {
	inner := 20.0
	if kind != janggi.NoKind {
		inner = radius(kind) + 2
	}
	return &sprite{figures: []figure{{circle(inner + 8).without(circle(inner)), hint}}}
}

// lastTurn returns the points of the last turn: for a pass, twice the general
// of the side that passed.
func (b Board) lastTurn() (from, to janggi.Point, ok bool) {
	switch {
	case b.Last == nil:
		return 0, 0, false
	case b.Last.IsPass():
		at := b.Position.General(b.Position.SideToMove().Other())
		return at, at, true
	}
	return b.Last.From(), b.Last.To(), true
}
