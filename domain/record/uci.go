package record

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// uciReader reads games in the form of UCI's position command, one a line:
// position startpos moves a4b4 …, position fen … moves …, the same without the
// word position, or moves alone, which start from HEEH on both sides.
// Consecutive lines with one move each are one game. Lines that begin with #
// are comments on the next game. A game ends when a line begins another.
type uciReader struct {
	game   *Game
	column bool // the game's moves stand one a line
}

func (r *uciReader) read(l line) (done []*Game) {
	words := strings.Fields(l.text)
	switch {
	case l.tooLong:
		done = r.finish()
		r.game.Line = l.number
		r.game.giveUp(l)
		return done
	case len(words) == 0:
		return r.finish()
	case strings.HasPrefix(words[0], "#"):
		if r.game.Line != 0 {
			done = r.finish()
		}
		r.game.comment(strings.TrimPrefix(strings.TrimSpace(l.text), "#"), l.number)
		return done
	}
	goesOn := r.column && len(words) == 1 && isUCIMove(words[0])
	if !goesOn && r.game.Line != 0 {
		done = r.finish()
	}
	if l.trouble != "" {
		r.game.warn(l.number, l.trouble)
	}
	if !goesOn {
		r.game.Line = l.number
		words = r.start(words, l.number)
		r.column = len(words) == 1
	}
	for _, word := range words {
		r.game.addMove(Move{Text: word, Line: l.number})
	}
	return done
}

// start reads a line's start position and returns the moves.
func (r *uciReader) start(words []string, line int) (moves []string) {
	g := r.game
	if words[0] == "position" {
		words = words[1:]
	}
	before := words
	for i, word := range words {
		if word == "moves" {
			before, moves = words[:i], words[i+1:]
			break
		}
	}
	switch {
	case len(before) > 0 && before[0] == "startpos":
		if len(before) > 1 {
			g.warn(line, fmt.Sprintf("%q stands after startpos", clipped(strings.Join(before[1:], " "), maxWord)))
		}
		g.startFrom(janggi.StartPosition(janggi.HEEH, janggi.HEEH))
	case len(before) > 0 && (before[0] == "fen" || strings.Contains(before[0], "/")):
		fen := strings.TrimPrefix(strings.Join(before, " "), "fen ")
		start, err := parseFEN(fen)
		if err != nil {
			g.warn(line, fmt.Sprintf("%q is no start position: %v", clipped(fen, 2*maxWord), err))
			break
		}
		g.startFrom(start)
		g.startTold = true
	case len(before) > 0 && isUCIMove(before[0]):
		g.startFrom(janggi.StartPosition(janggi.HEEH, janggi.HEEH))
		moves = before
	default:
		g.Unreadable = fmt.Sprintf("%q is neither a position nor moves", clipped(strings.Join(words, " "), 2*maxWord))
		g.warn(line, g.Unreadable)
	}
	return moves
}

func (r *uciReader) finish() []*Game {
	done := r.game
	if done.Line == 0 {
		return nil // comments on a game yet to come
	}
	*r = uciReader{game: &Game{Format: UCI}}
	done.closeComment()
	return []*Game{done}
}

func (r *uciReader) over() *Game { return nil }

// isUCIStart reports whether a word begins the line of a game.
func isUCIStart(word string) bool {
	return word == "position" || word == "startpos" || word == "fen" || strings.Count(word, "/") == janggi.RankCount-1
}

func isUCIMove(word string) bool {
	_, err := janggi.ParseMove(word)
	if err != nil {
		_, err = janggi.ParseMove(fromOne(word)) // ranks from 0
	}
	return err == nil || len(word) <= maxWord && isASCII([]byte(word)) && isPass(word)
}
