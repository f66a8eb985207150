package journal

import (
	"strconv"

	"github.com/janggid/janggid/domain/game"
)

// appendTurnPassed is appendMovePlayed for passes.
func appendTurnPassed(b []byte, e game.TurnPassed) []byte {
	b = append(b, `{"clocks":`...)
	b = e.Clocks.AppendJSON(b)
	b = append(b, `,"ply":`...)
	b = strconv.AppendInt(b, int64(e.Ply), 10)
	b = appendSearch(b, e.Search)
	b = append(b, `,"side":`...)
	b = appendQuoted(b, e.Side.String())
	b = append(b, `,"spent_ms":`...)
	b = strconv.AppendInt(b, e.SpentMS, 10)
	return append(b, '}')
}

// readTurnPassed reads the output of appendTurnPassed; false for any other
// form.
func readTurnPassed(data []byte) (game.TurnPassed, bool) {
	var e game.TurnPassed
	r := canonicalReader{rest: string(data)}
	r.skip(`{"clocks":`)
	e.Clocks = r.clocks()
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
