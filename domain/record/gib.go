package record

import (
	"fmt"
	"slices"
	"strings"
)

// gibReader takes a file line by line. Games have no end of their own: one ends
// where the next begins.
type gibReader struct {
	game      *Game
	blank     bool // whether the line before was empty
	inComment bool
	comment   int // the line on which the comment begins
	number    int // the move number that still waits for its move
	numbered  int // the line on which it stands
	closing   *closing
	timed     bool
	zeroMarks []zeroMark
}

func (r *gibReader) read(l line) (done []*Game) {
	text := strings.TrimSpace(l.text)
	if tag, is := headerTag(text); is && !r.inComment {
		text = tag
	}
	switch {
	case text == "":
		r.blank = true
	case isTagLine(text) && (!r.inComment || isWholeTag(text)):
		r.endComment()
		if r.beginsGame(text) {
			done = r.finish()
		}
		r.begin(l)
		if !l.tooLong {
			r.game.readTags(text, l.number)
		}
	default:
		if !r.inComment && r.blank && len(r.game.Moves) > 1 && isFirstMoveLine(text) {
			done = r.finish()
		}
		r.begin(l)
		if !l.tooLong {
			r.readMoves(text, l.number)
		}
	}
	if l.tooLong {
		r.begin(l)
		r.game.giveUp(l)
	}
	if l.trouble != "" {
		r.game.warn(l.number, l.trouble)
	}
	if text != "" {
		r.blank = false
	}
	return done
}

func (r *gibReader) begin(l line) {
	if r.game.Line == 0 {
		r.game.Line = l.number
	}
}

// beginsGame reports whether a line of tags starts another game: it follows
// moves, or repeats a tag after an empty line. A result after the moves still
// belongs to a game without one.
func (r *gibReader) beginsGame(text string) bool {
	tag, _, _ := cutTag(plainTagLine(text))
	if len(r.game.Moves) > 0 {
		return !slices.Contains(resultTags, tag.Name) || r.game.findTag(tag.Name) != nil
	}
	return r.blank && r.game.findTag(tag.Name) != nil
}

// endComment ends a comment whose end is missing.
func (r *gibReader) endComment() {
	if r.inComment {
		r.game.warn(r.comment, "a comment begins here and does not end")
		r.inComment = false
	}
}

// dropNumber gives up a number whose move is missing.
func (r *gibReader) dropNumber() {
	if r.number != 0 {
		r.game.warn(r.numbered, fmt.Sprintf("number %d has no move", r.number))
		r.number = 0
	}
}

// finish completes the game read so far, if there is any, and makes room for
// the next.
func (r *gibReader) finish() []*Game {
	r.endComment()
	r.dropNumber()
	r.dropZeroMarks()
	r.takeClosing()
	done := r.game
	done.closeComment()
	r.game = &Game{Format: Gib}
	if done.Line == 0 {
		return nil // nothing but empty lines
	}
	done.readStart()
	done.readResult()
	done.readRuleset()
	done.readGibTime()
	done.readSpent()
	done.checkCount()
	return []*Game{done}
}

func (r *gibReader) over() *Game { return nil }

// checkCount compares the number of moves with the tag 총수, which is often
// wrong.
func (g *Game) checkCount() {
	tag := g.findTag("총수")
	if tag == nil || tag.Value == "" || tag.Value == unknownValue {
		return
	}
	if tag.Value != fmt.Sprint(len(g.Moves)) {
		g.warn(tag.Line, fmt.Sprintf("총수 is %q, but there are %d moves", tag.Value, len(g.Moves)))
	}
}

// unknownValue (미상) is how records write that something is not known.
const unknownValue = "미상"
