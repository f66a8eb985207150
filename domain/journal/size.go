package journal

import "unsafe"

const (
	// entryBytes are what a cache takes for a game besides the game itself: its
	// entry, the place, and the id.
	entryBytes = 350

	// stateBytes are what most games' states point to: ids of players, the rules
	// and the start position.
	stateBytes = 350

	labelBytes = 64 // of an entry of a map, without its letters
	weightStep = 128
)

// bytes is about how much memory a game takes in a cache, with all that it points
// to; rounded up, so that a turn mostly does not change it.
func (g *Game) bytes() uint32 {
	s := &g.State
	n := int(unsafe.Sizeof(*g)) + entryBytes + stateBytes
	n += cap(g.commands)*int(unsafe.Sizeof(commandHash(0))) + s.Game.HistoryBytes()
	n += len(s.Creator) + len(s.StartFEN) + len(s.SupersededBy)
	for side := range s.Seats {
		n += len(s.Seats[side].ID) + len(s.Seats[side].Name)
	}
	for key, value := range s.Labels {
		n += labelBytes + len(key) + len(value)
	}
	if f := s.Source; f != nil {
		n += int(unsafe.Sizeof(*f)) + len(f.Digest) + len(f.ExternalID) + len(f.File) + len(f.ImportedBy) + len(f.Replaces)
		if f.Cut != nil {
			n += int(unsafe.Sizeof(*f.Cut)) + len(f.Cut.Move)
		}
	}
	if s.Outcome != nil {
		n += int(unsafe.Sizeof(*s.Outcome)) + cap(s.Outcome.Evidence)*int(unsafe.Sizeof(int(0)))
	}
	return uint32((n + weightStep - 1) / weightStep * weightStep)
}
