package record

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// brackets are those around tags, and quotes, in full width.
var brackets = strings.NewReplacer("［", "[", "］", "]", "【", "[", "】", "]", "＂", `"`)

// plainTagLine gives a line that begins with a bracket of another width its
// usual brackets.
func plainTagLine(text string) string {
	if strings.HasPrefix(text, "［") || strings.HasPrefix(text, "【") || strings.Contains(text, "＂") {
		return brackets.Replace(text)
	}
	return text
}

// isTagLine reports whether a line begins with a tag: a bracket and a name,
// then a quote or the closing bracket.
func isTagLine(text string) bool {
	if text == "" || text[0] != '[' && text[0] < 0x80 {
		return false
	}
	text = plainTagLine(text)
	return strings.HasPrefix(text, "[") && strings.ContainsAny(text, `"]`)
}

// isWholeTag reports whether a line is exactly one tag, which inside a comment
// means that the comment's end is missing.
func isWholeTag(text string) bool {
	text = plainTagLine(text)
	return strings.HasPrefix(text, "[") && strings.Contains(text, ` "`) && strings.HasSuffix(text, `"]`)
}

// headerTag makes a tag of a line such as 초차림: 마상상마, as some sites write it
// instead.
func headerTag(text string) (string, bool) {
	end := strings.IndexAny(text[:min(len(text), maxWord)], ":=：")
	if end <= 0 || text[0] < 0x80 {
		return "", false
	}
	name := strings.TrimSpace(text[:end])
	if !structural[norm.NFC.String(name)] && !isNamed(norm.NFC.String(name)) {
		return "", false
	}
	value := strings.Trim(strings.TrimPrefix(strings.TrimLeft(text[end:], ":= "), "："), " \t\"")
	return "[" + name + ` "` + escapeTag.Replace(value) + `"]`, true
}

// isNamed reports whether a tag of this name has a counterpart in every format.
func isNamed(name string) bool {
	for _, names := range [][]string{tagNames.event, tagNames.round, tagNames.date, tagNames.place, tagNames.time, game.NameTags(janggi.Cho), game.NameTags(janggi.Han)} {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// readTags reads the tags of a line; mostly there is one.
func (g *Game) readTags(text string, line int) {
	text = plainTagLine(text)
	for text != "" && !g.tagsFull {
		if !isTagLine(text) {
			g.warn(line, fmt.Sprintf("%q stands after a tag", clipped(text, maxWord)))
			return
		}
		tag, whole, rest := cutTag(text)
		tag.Line = line
		if !whole {
			g.warn(line, fmt.Sprintf("%q is not a whole tag", clipped(strings.TrimSuffix(text, rest), maxWord)))
		}
		g.addTag(tag)
		text = strings.TrimSpace(rest)
	}
}

// A backslash escapes a quote or a backslash of a value where needed.
var (
	escapeTag   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	unescapeTag = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// cutTag cuts a tag off the front: [name "value"]. It is not whole if the value
// is missing or unterminated; an unterminated value ends with the line. Most
// quotes inside a value need no escape.
func cutTag(text string) (tag Tag, whole bool, rest string) {
	end := strings.IndexAny(text[1:], `"]`)
	if end < 0 {
		return Tag{Name: tagName(text[1:])}, false, ""
	}
	head, tail := text[1:1+end], text[2+end:]
	if text[1+end] == ']' {
		tag, whole = cutBareTag(head)
		return tag, whole, tail
	}
	tag.Name = tagName(head)
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

// cutBareTag reads a tag without the usual quotes: 초차림 마상상마, 초차림:“마상상마”. It is
// not whole without a value.
func cutBareTag(text string) (Tag, bool) {
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, " \t:=“”‘’「『'")
	if end < 0 {
		return Tag{Name: tagName(text)}, false
	}
	value := strings.Trim(text[end:], " \t:=“”‘’「」『』'")
	return Tag{Name: tagName(text[:end]), Value: value}, value != ""
}

// tagName is a tag's name as it is compared: whole letters, whichever way a
// system writes them.
func tagName(text string) string {
	return norm.NFC.String(strings.TrimRight(strings.TrimSpace(text), ":= "))
}

// isEscaped reports whether an odd number of backslashes precedes a character.
func isEscaped(text string, at int) bool {
	before := strings.TrimRight(text[:at], `\`)
	return (at-len(before))%2 == 1
}
