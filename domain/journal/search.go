package journal

import (
	"strconv"

	"github.com/janggid/janggid/domain/game"
)

// appendSearch writes the member "search" of a computer's turn; nothing for
// people.
func appendSearch(b []byte, s *game.Search) []byte {
	if s == nil {
		return b
	}
	b = append(b, `,"search":{"engine":`...)
	b = strconv.AppendInt(b, int64(s.Engine), 10)
	b = append(b, `,"nodes":`...)
	b = strconv.AppendInt(b, s.Nodes, 10)
	return append(b, '}')
}

// readSearch reads the output of appendSearch; nil for none.
func readSearch(r *canonicalReader) *game.Search {
	if !r.has(`,"search":{"engine":`) {
		return nil
	}
	s := &game.Search{Engine: int(r.number())}
	r.skip(`,"nodes":`)
	s.Nodes = r.number()
	r.skip(`}`)
	return s
}
