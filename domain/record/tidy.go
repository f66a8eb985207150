package record

import (
	"slices"
	"strings"
)

// tidy puts comments and tags as every format can carry them, so that a game that is written down and read again is
// the same: comments in the order of the moves, one at a place and without an end in their middle, and all on a line.
func (g *Game) tidy() {
	for i := range g.Tags {
		g.Tags[i].Value = onOneLine(g.Tags[i].Value)
	}
	slices.SortStableFunc(g.Comments, func(a, b Comment) int { return a.Ply - b.Ply })
	var comments []Comment
	for _, c := range g.Comments {
		c.Text = commentText(c.Text)
		c.Ply = min(max(0, c.Ply), len(g.Moves))
		switch n := len(comments); {
		case c.Text == "":
		case n > 0 && comments[n-1].Ply == c.Ply:
			comments[n-1].Text += " " + c.Text
		default:
			comments = append(comments, c)
		}
	}
	g.Comments = comments
}

// commentText is a comment as it can stand between moves: its end is the first brace.
func commentText(text string) string { return strings.ReplaceAll(onOneLine(text), "}", ")") }

// onOneLine is a text with a space for whatever white space it has.
func onOneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}
