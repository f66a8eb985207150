package record

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Game is one game of a record, as written.
type Game struct {
	Format   Format
	Line     int              // of the file on which it begins, from 1; 0 in JSON
	Tags     []Tag            // in their order, repeated ones too
	Setups   *[2]janggi.Setup // by side; nil where they are not told, as with a board of its own
	Start    *janggi.Position // nil where the record does not tell it; a warning says why
	Moves    []Move           // in their order
	Comments []Comment        // in their order
	Result   Result           // what the record says of it
	Warnings []Warning        // what was left out, mended or not understood, by line

	ExternalID  string            // under which the record's owner knows it; "" where it does not say
	TimeControl *game.TimeControl // nil where it does not tell one that this server has
	Ruleset     *game.Ruleset     // nil where it does not tell one
	Unreadable  string            // why no game can be made of it, such as another variant; "" where one may

	open         []string // lines of the latest comment, while it grows
	commentBytes int      // of all comments
	startTold    bool     // the record tells its start, which is not only taken for granted
	tagsFull     bool
	movesFull    bool
	commentsFull bool
	coordinates  *coordinates // in which the moves are written; nil until they are played
}

// Tag is a line such as [초차림 "마상마상"].
type Tag struct {
	Name, Value string
	Line        int
}

// Move is a turn as the record writes it: 79졸78, 12漢馬33, 한수쉼.
type Move struct {
	Number int // as written; 0 where there is none
	Text   string
	Line   int
	Clock  Clock
}

// Clock is the time of a turn in milliseconds; nil if the record does not have
// it.
type Clock struct {
	Spent       *int64
	Remaining   *int64 // of the side that made the turn, after it
	PeriodsLeft int    // byo-yomi only
}

// Comment is text between the moves.
type Comment struct {
	Ply  int // the moves before it
	Text string
	Line int
}

// Warning is something that a reader left out, mended or did not understand.
type Warning struct {
	Line int
	Text string
}

// Tag is the value of the first tag that has one of the names, "" where none
// has.
func (g *Game) Tag(names ...string) string {
	if tag := g.findTag(names...); tag != nil {
		return tag.Value
	}
	return ""
}

func (g *Game) findTag(names ...string) *Tag {
	for i := range g.Tags {
		for _, name := range names {
			if g.Tags[i].Name == name {
				return &g.Tags[i]
			}
		}
	}
	return nil
}

// Limits of a game in a record, which bound a reader's memory and time. No real
// game needs more.
const (
	maxMoves        = 4000 // no game under any rules has more than 2,000 turns
	maxTagsRead     = 1000
	maxCommentsRead = 2 * maxCommentBytes // bytes, together
	maxWord         = 100                 // bytes of a move or of a word in a warning
)

// addTag keeps a tag. The first of a name counts.
func (g *Game) addTag(tag Tag) {
	switch {
	case len(g.Tags) == maxTagsRead:
		g.warnOnce(&g.tagsFull, tag.Line, fmt.Sprintf("tags after %d were left out", maxTagsRead))
		return
	case g.findTag(tag.Name) != nil:
		g.warn(tag.Line, fmt.Sprintf("the tag %s is there again; the first counts", clipped(tag.Name, maxWord)))
	}
	g.Tags = append(g.Tags, tag)
}

// addMove keeps a move as it is written.
func (g *Game) addMove(m Move) {
	if len(g.Moves) == maxMoves {
		g.warnOnce(&g.movesFull, m.Line, fmt.Sprintf("moves after %d were left out", maxMoves))
		return
	}
	if len(m.Text) > maxWord {
		g.warn(m.Line, fmt.Sprintf("move %d is too long and was cut: %s…", len(g.Moves)+1, clipped(m.Text, maxWord)))
		m.Text = clipped(m.Text, maxWord)
	}
	g.closeComment()
	g.Moves = append(g.Moves, m)
}

// comment adds text to the comment at this place.
func (g *Game) comment(text string, line int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if g.commentBytes += len(text) + 1; g.commentBytes > maxCommentsRead {
		g.warnOnce(&g.commentsFull, line, fmt.Sprintf("comments beyond %d bytes were left out", maxCommentsRead))
		return
	}
	if g.open == nil {
		g.Comments = append(g.Comments, Comment{Ply: len(g.Moves), Line: line})
	}
	g.open = append(g.open, text)
}

// closeComment puts the lines of the latest comment together.
func (g *Game) closeComment() {
	if g.open != nil {
		g.Comments[len(g.Comments)-1].Text = strings.Join(g.open, "\n")
		g.open = nil
	}
}

// maxWarnings bounds the warnings of a garbage file.
const maxWarnings = 100

// warnOnce warns the first time only.
func (g *Game) warnOnce(warned *bool, line int, text string) {
	if !*warned {
		*warned = true
		g.warn(line, text)
	}
}

func (g *Game) warn(line int, text string) {
	switch {
	case len(g.Warnings) < maxWarnings:
		g.Warnings = append(g.Warnings, Warning{line, text})
	case len(g.Warnings) == maxWarnings:
		g.Warnings = append(g.Warnings, Warning{line, "there are more warnings from here on"})
	}
}
