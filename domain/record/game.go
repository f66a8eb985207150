package record

import (
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
	Unreadable  string            // why no game can be made of it, such as another variant; "" where one may
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

// Clock is what a record tells of the time of a turn, in milliseconds; nil where it does not.
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

// Tag is the value of the first tag that has one of the names, "" where none has.
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

// maxWarnings bounds what a file of rubbish can make of a game.
const maxWarnings = 100

func (g *Game) warn(line int, text string) {
	switch {
	case len(g.Warnings) < maxWarnings:
		g.Warnings = append(g.Warnings, Warning{line, text})
	case len(g.Warnings) == maxWarnings:
		g.Warnings = append(g.Warnings, Warning{line, "there are more warnings from here on"})
	}
}
