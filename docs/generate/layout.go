package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// lineWidth is how long a line of the description gets where more than one text
// stands on it.
const lineWidth = 220

// layout writes a tree as YAML that is short and reads well: what fits on a
// line stands on one, and examples and lists of names fill lines. An encoder
// gives most of them a line for each word.
type layout struct{ bytes.Buffer }

// members writes those of a map or a list, each on lines of its own. Down to
// depth none of them is put on one line.
func (l *layout) members(node any, depth, indent int) {
	switch node := node.(type) {
	case object:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			l.member(scalar(key)+":", key, node[key], depth, indent)
		}
	case []any:
		for _, child := range node {
			l.member("-", "", child, depth, indent)
		}
	}
}

// member writes a head, which is a key or a dash, and what stands behind it.
func (l *layout) member(head, key string, child any, depth, indent int) {
	margin := strings.Repeat(" ", indent)
	l.WriteString(margin + head)
	if text, ok := child.(string); ok && strings.Contains(text, "\n") {
		l.literal(text, margin+"  ")
		return
	}
	pieces := flow(child)
	line := strings.Join(pieces, " ")
	fits := indent+len(head)+utf8.RuneCountInString(line) < lineWidth
	switch {
	case len(pieces) == 1, depth < 0 && fits && !strings.Contains(line, `\n`):
		l.WriteString(" " + line + "\n")
	case depth < 0 && fills(key, child):
		l.fill(pieces, margin+"  ")
	case head == "-":
		var nested layout
		nested.members(child, depth-1, indent+2)
		l.WriteString(nested.String()[indent+1:]) // the first of them behind the dash
	default:
		l.WriteString("\n")
		l.members(child, depth-1, indent+2)
	}
}

// literal writes a text of several lines.
func (l *layout) literal(text, margin string) {
	mark := " |-\n"
	if strings.HasSuffix(text, "\n") {
		mark, text = " |\n", strings.TrimSuffix(text, "\n")
	}
	l.WriteString(mark)
	for line := range strings.SplitSeq(text, "\n") {
		l.WriteString(strings.TrimRight(margin+line, " ") + "\n")
	}
}

// fill writes as many pieces on each line as it holds.
func (l *layout) fill(pieces []string, margin string) {
	width := lineWidth
	for _, piece := range pieces {
		if width += 1 + utf8.RuneCountInString(piece); width >= lineWidth {
			l.WriteString("\n" + margin + piece)
			width = len(margin) + utf8.RuneCountInString(piece)
			continue
		}
		l.WriteString(" " + piece)
	}
	l.WriteString("\n")
}

// fills tells what is easier to read, or of less interest, in lines than in
// columns.
func fills(key string, node any) bool {
	switch key {
	case "allOf", "example", "examples", "headers", "mapping", "value":
		return true
	}
	list, ok := node.([]any)
	return ok && !slices.ContainsFunc(list, func(child any) bool {
		o, nested := child.(object)
		return nested && (len(o) > 1 || o["$ref"] == nil)
	})
}

// flow is a tree on one line, in pieces between which there may be line breaks.
func flow(node any) (pieces []string) {
	switch node := node.(type) {
	case object:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			value := flow(node[key])
			value[0] = scalar(key) + ": " + value[0]
			value[len(value)-1] += ","
			pieces = append(pieces, value...)
		}
		return enclosed("{", pieces, "}")
	case []any:
		for _, child := range node {
			value := flow(child)
			value[len(value)-1] += ","
			pieces = append(pieces, value...)
		}
		return enclosed("[", pieces, "]")
	}
	return []string{scalar(node)}
}

func enclosed(begin string, pieces []string, end string) []string {
	if len(pieces) == 0 {
		return []string{begin + end}
	}
	pieces[0] = begin + pieces[0]
	last := &pieces[len(pieces)-1]
	*last = strings.TrimSuffix(*last, ",") + end
	return pieces
}

// scalar is a text, number, truth or null as it may stand anywhere.
func scalar(value any) string {
	list := yaml.Node{}
	if err := list.Encode([]any{value}); err != nil {
		panic(err) // it came out of YAML or JSON
	}
	list.Style = yaml.FlowStyle
	text, err := yaml.Marshal(&list)
	if err != nil {
		panic(err)
	}
	return string(text[1 : len(text)-2])
}
