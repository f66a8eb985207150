package journal

import (
	"strconv"

	"github.com/janggid/janggid/domain/game"
)

// appendMovePlayed is hand-written because a busy server writes mostly moves. A
// test compares it with encoding/json.
func appendMovePlayed(b []byte, e game.MovePlayed) []byte {
	b = append(b, `{"captured":`...)
	if e.Captured == nil {
		b = append(b, "null"...)
	} else {
		b = appendQuoted(b, e.Captured.String())
	}
	b = append(b, `,"check":`...)
	b = strconv.AppendBool(b, e.Check)
	b = append(b, `,"clocks":`...)
	b = e.Clocks.AppendJSON(b)
	b = append(b, `,"move":`...)
	b = appendQuoted(b, e.Move.String())
	b = append(b, `,"piece":`...)
	b = appendQuoted(b, e.Piece.String())
	b = append(b, `,"ply":`...)
	b = strconv.AppendInt(b, int64(e.Ply), 10)
	b = appendSearch(b, e.Search)
	b = append(b, `,"side":`...)
	b = appendQuoted(b, e.Side.String())
	b = append(b, `,"spent_ms":`...)
	b = strconv.AppendInt(b, e.SpentMS, 10)
	return append(b, '}')
}

// readMovePlayed reads the output of appendMovePlayed; false for any other
// form.
func readMovePlayed(data []byte) (game.MovePlayed, bool) {
	var e game.MovePlayed
	r := canonicalReader{rest: string(data)}
	r.skip(`{"captured":`)
	if !r.has("null") {
		e.Captured = new(r.kind())
	}
	r.skip(`,"check":`)
	e.Check = r.boolean()
	r.skip(`,"clocks":`)
	e.Clocks = r.clocks()
	r.skip(`,"move":`)
	e.Move = r.move()
	r.skip(`,"piece":`)
	e.Piece = r.kind()
	r.skip(`,"ply":`)
	e.Ply = int(r.number())
	e.Search = readSearch(&r)
	r.skip(`,"side":`)
	e.Side = r.side()
	r.skip(`,"spent_ms":`)
	e.SpentMS = r.number()
	r.skip(`}`)
	return e, r.done()
}
