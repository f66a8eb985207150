package journal

import "unsafe"

const (
	// entryBytes is the overhead of a cached game: the cache's entry, ours, and
	// the id.
	entryBytes = 350

	// stateBytes is the typical size behind a state's pointers: player ids,
	// rules and start position.
	stateBytes = 350

	labelBytes = 64 // of a map entry, without its text
	weightStep = 128
)

// bytes estimates the memory of a cached game, including everything it points
// to. It is rounded up, so that most turns do not change it.
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
