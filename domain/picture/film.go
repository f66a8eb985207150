package picture

import (
	"fmt"
	"maps"
	"slices"

	"github.com/janggid/janggid/domain/janggi"
)

// Milliseconds from one turn of a film to the next.
const (
	DefaultDelayMS = 1000
	MinDelayMS     = 100
	MaxDelayMS     = 5000
)

const (
	glideMS = 300  // that a piece is on its way, at most
	pauseMS = 3000 // at the end, before the film begins again
)

// Film is a whole game as an animated SVG that begins again after its end. It
// needs no script. Viewers that animate nothing show the start position.
func Film(g *janggi.Game, s Style, delayMS int) []byte {
	start := g.Start()
	title := fmt.Sprintf("Janggi: %d turns from %s", g.Ply(), start.FEN())
	f := shoot(g, s, float64(delayMS))
	text := opened(s.empty(), s, title)
	tracks := slices.Concat(f.marks(), f.pieces, f.flights, f.hints())
	var parts []part
	for _, t := range tracks {
		parts = append(parts, part{sprite: t.sprite})
	}
	text = appendSprites(text, parts)
	for _, t := range tracks {
		text = t.append(text, f.length)
	}
	return append(text, "</svg>\n"...)
}

// shoot plays the game and notes where everything is.
func shoot(g *janggi.Game, s Style, delay float64) *film {
	f := &film{style: s, delay: delay, at: map[janggi.Point]*track{}, went: map[float64]*track{}}
	f.length = delay*float64(g.Ply()+1) + pauseMS
	p := g.Start()
	f.cast(&p)
	for ply := 1; ply <= g.Ply(); ply++ {
		f.turn(g, &p, ply)
	}
	return f
}

// film is the tracks of everything that moves or comes and goes.
type film struct {
	style  Style
	delay  float64
	length float64 // of the whole film
	pieces []*track
	at     map[janggi.Point]*track // pieces that are on the board

	// flights are pieces on their way, a track for each sort: they go above the
	// others, while a piece itself stays where it was drawn at the start.
	flights []*track

	came, alarm *track
	went        map[float64]*track // by the radius of the piece that moved
	facings     []*track
}

// cast puts the pieces in their places and makes the marks, hidden.
func (f *film) cast(start *janggi.Position) {
	sprites := map[janggi.Piece]*sprite{}
	for at := range janggi.Point(janggi.PointCount) {
		piece := start.At(at)
		if piece == janggi.NoPiece {
			continue
		}
		if sprites[piece] == nil {
			sprites[piece] = f.style.piece(piece)
		}
		t := &track{sprite: sprites[piece], steps: []keyframe{{0, f.style.place(at), true}}}
		f.pieces, f.at[at] = append(f.pieces, t), t
	}
	f.came = hidden(&sprite{figures: []figure{{circle(18), came}}})
	f.alarm = hidden(&sprite{figures: []figure{{circle(radius(janggi.General) + 14), alarm}}})
	f.face(0, start)
	f.warn(0, start)
}

// turn plays the turn that leads to a ply.
func (f *film) turn(g *janggi.Game, p *janggi.Position, ply int) {
	begin := f.delay * float64(ply)
	end := begin + min(glideMS, f.delay/2)
	for _, t := range append(f.facings, f.alarm) {
		t.hide(begin)
	}
	m := g.TurnAt(ply).Move
	p.Play(m)
	from, to, _ := Board{p, &m}.lastTurn()
	f.came.hide(begin)
	if from != to {
		f.came.show(begin, f.style.place(from))
		f.move(begin, end, from, to)
	}
	for _, t := range f.went {
		t.hide(begin)
	}
	f.wentTo(p.At(to).Kind()).show(end, f.style.place(to))
	f.face(end, p)
	f.warn(end, p)
}

func (f *film) move(begin, end float64, from, to janggi.Point) {
	if captured := f.at[to]; captured != nil {
		captured.hide(end)
	}
	t := f.at[from]
	delete(f.at, from)
	f.at[to] = t
	t.hide(begin)
	t.show(end, f.style.place(to))
	flight := f.flight(t.sprite)
	flight.show(begin, f.style.place(from))
	flight.show(end, f.style.place(to))
	flight.hide(end)
}

// flight is the track on which pieces of a sort are on their way.
func (f *film) flight(piece *sprite) *track {
	for _, t := range f.flights {
		if t.sprite == piece {
			return t
		}
	}
	t := hidden(piece)
	t.glides = true
	f.flights = append(f.flights, t)
	return t
}

// wentTo is the mark around a piece that moved.
func (f *film) wentTo(kind janggi.Kind) *track {
	r := radius(kind)
	if f.went[r] == nil {
		f.went[r] = hidden(&sprite{figures: []figure{{octagon(r + 8), went}}})
	}
	return f.went[r]
}

// face shows generals facing each other, each time by a line between them.
func (f *film) face(ms float64, p *janggi.Position) {
	if !f.style.Marks.Facing || !p.Facing() {
		return
	}
	line := stroke(f.style.place(p.General(janggi.Cho)), f.style.place(p.General(janggi.Han)), 14)
	t := hidden(&sprite{figures: []figure{{line, between}}})
	t.show(ms, point{})
	f.facings = append(f.facings, t)
}

// warn shows a check.
func (f *film) warn(ms float64, p *janggi.Position) {
	if p.InCheck() {
		f.alarm.show(ms, f.style.place(p.General(p.SideToMove())))
	}
}

// marks are the tracks behind the pieces that are wanted.
func (f *film) marks() []*track {
	all := f.facings
	if f.style.Marks.Check {
		all = append(all, f.alarm)
	}
	if f.style.Marks.Last {
		all = append(all, f.came)
		for _, r := range slices.Sorted(maps.Keys(f.went)) {
			all = append(all, f.went[r])
		}
	}
	return all
}

// hints are the requested marks, shown all the time.
func (f *film) hints() (all []*track) {
	for _, at := range f.style.Marks.Points {
		all = append(all, &track{sprite: pointer(janggi.NoKind), steps: []keyframe{{0, f.style.place(at), true}}})
	}
	return all
}
