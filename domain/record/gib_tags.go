package record

import (
	"fmt"
	"strings"
)

// isTagLine tells whether a line begins with a tag: a bracket and a name, then a quote or the end of the bracket.
func isTagLine(text string) bool {
	return strings.HasPrefix(text, "[") && strings.ContainsAny(text, `"]`)
}

// readTags reads the tags of a line; mostly there is one.
func (g *Game) readTags(text string, line int) {
	for text != "" {
		if !isTagLine(text) {
			g.warn(line, fmt.Sprintf("%q stands after a tag", text))
			return
		}
		name, value, rest := cutTag(text)
		if value == nil {
			g.warn(line, fmt.Sprintf("%q is not a whole tag", strings.TrimSuffix(text, rest)))
			value = new(string)
		}
		if g.findTag(name) != nil {
			g.warn(line, fmt.Sprintf("the tag %s is there again; the first counts", name))
		}
		g.Tags = append(g.Tags, Tag{name, *value, line})
		text = strings.TrimSpace(rest)
	}
}

// cutTag reads a tag off the front: [name "value"]. A value that does not end goes on to the end of the line; one that
// is missing is nil.
func cutTag(text string) (name string, value *string, rest string) {
	head, tail, quoted := strings.Cut(text[1:], `"`)
	if bracket := strings.IndexByte(head, ']'); bracket >= 0 || !quoted {
		name, rest, _ = strings.Cut(text[1:], "]")
		return strings.TrimSpace(name), nil, rest
	}
	name = strings.TrimSpace(head)
	for end := 0; end < len(tail); end++ {
		if tail[end] != '"' {
			continue
		}
		if after := strings.TrimLeft(tail[end+1:], " \t"); strings.HasPrefix(after, "]") {
			inside := tail[:end]
			return name, &inside, after[1:]
		}
	}
	inside := strings.TrimRight(tail, `"] `)
	return name, &inside, ""
}
