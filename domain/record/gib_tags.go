package record

import (
	"fmt"
	"strings"
)

// isTagLine tells whether a line begins with a tag: a bracket and a name, then a quote or the end of the bracket.
func isTagLine(text string) bool {
	return strings.HasPrefix(text, "[") && strings.ContainsAny(text, `"]`)
}

// isWholeTag tells whether a line is nothing but a tag; within a comment only that shows that its end is missing.
func isWholeTag(text string) bool {
	return strings.HasPrefix(text, "[") && strings.Contains(text, ` "`) && strings.HasSuffix(text, `"]`)
}

// readTags reads the tags of a line; mostly there is one.
func (g *Game) readTags(text string, line int) {
	for text != "" {
		if !isTagLine(text) {
			g.warn(line, fmt.Sprintf("%q stands after a tag", text))
			return
		}
		tag, whole, rest := cutTag(text)
		tag.Line = line
		if !whole {
			g.warn(line, fmt.Sprintf("%q is not a whole tag", strings.TrimSuffix(text, rest)))
		}
		if g.findTag(tag.Name) != nil {
			g.warn(line, fmt.Sprintf("the tag %s is there again; the first counts", tag.Name))
		}
		g.Tags = append(g.Tags, tag)
		text = strings.TrimSpace(rest)
	}
}

// A backslash stands before a quote or a backslash of a value where these would mean something else.
var (
	escapeTag   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	unescapeTag = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// cutTag reads a tag off the front: [name "value"]. It is not whole when the value is missing, or has no end and so
// goes on to the end of the line. Most quotes within a value need no mark.
func cutTag(text string) (tag Tag, whole bool, rest string) {
	head, tail, quoted := strings.Cut(text[1:], `"`)
	if !quoted || strings.Contains(head, "]") {
		head, rest, _ = strings.Cut(text[1:], "]")
		return Tag{Name: strings.TrimSpace(head)}, false, rest
	}
	tag.Name = strings.TrimSpace(head)
	for _, escaped := range []bool{false, true} { // a backslash before the last quote of all is one of its own
		for end := range len(tail) {
			if tail[end] != '"' || isEscaped(tail, end) != escaped {
				continue
			}
			if after := strings.TrimLeft(tail[end+1:], " \t"); strings.HasPrefix(after, "]") {
				tag.Value = unescapeTag.Replace(tail[:end])
				return tag, true, after[1:]
			}
		}
	}
	tag.Value = strings.TrimRight(tail, `"] `)
	return tag, false, ""
}

// isEscaped tells whether an odd number of backslashes stands before a letter.
func isEscaped(text string, at int) bool {
	before := strings.TrimRight(text[:at], `\`)
	return (at-len(before))%2 == 1
}
