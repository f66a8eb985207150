package record

import (
	"fmt"
	"iter"
)

// lineReader makes games of the lines of a format. It holds the game under way.
type lineReader interface {
	// read takes the next line and returns the games that it shows to be over:
	// a line of PGN can end several.
	read(l line) []*Game

	// over is the game that is known to have ended though it is not handed out
	// yet; nil for none.
	over() *Game

	// finish completes the game under way and returns it, if there is one.
	finish() []*Game
}

// readGames reads a file's games one after another. They can be ranged over
// once.
func readGames(file *lines, reader lineReader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for l, ok := file.next(); ok; l, ok = file.next() {
			for _, done := range reader.read(l) {
				if !yield(done, nil) {
					return
				}
			}
		}
		if err := file.split.err; err != nil {
			if over := reader.over(); over != nil && !yield(over, nil) {
				return
			}
			yield(nil, brokenOff(file, reader.finish(), err))
			return
		}
		last := reader.finish()
		for _, done := range last {
			if !yield(done, nil) {
				return
			}
		}
	}
}

// brokenOff wraps a read error with the incomplete game that it interrupted.
func brokenOff(file *lines, under []*Game, err error) error {
	if len(under) == 0 {
		return fmt.Errorf("line %d: %w", file.number+1, err)
	}
	return fmt.Errorf("line %d, in the game that begins on line %d: %w", file.number+1, under[0].Line, err)
}
