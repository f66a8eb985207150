package record

import (
	"slices"
	"strings"
)

// tidy normalizes comments and tags so that every format can carry them
// unchanged: comments in the order of the moves, one at each ply, without
// closing braces, on one line.
func (g *Game) tidy() {
	for i := range g.Tags {
		g.Tags[i].Value = onOneLine(g.Tags[i].Value)
	}
	for i := range g.Comments {
		g.Comments[i].Ply = min(max(0, g.Comments[i].Ply), len(g.Moves))
	}
	slices.SortStableFunc(g.Comments, func(a, b Comment) int { return a.Ply - b.Ply })
	var comments []Comment
	for first := 0; first < len(g.Comments); {
		ply, line, texts := g.Comments[first].Ply, g.Comments[first].Line, []string(nil)
		for ; first < len(g.Comments) && g.Comments[first].Ply == ply; first++ {
			if text := commentText(g.Comments[first].Text); text != "" {
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			comments = append(comments, Comment{Ply: ply, Text: strings.Join(texts, " "), Line: line})
		}
	}
	g.Comments = comments
}

// commentText returns a comment safe to write between moves: the first closing
// brace would end it.
func commentText(text string) string { return strings.ReplaceAll(onOneLine(text), "}", ")") }

// onOneLine is a text with a space for whatever white space it has.
func onOneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}
