package body

import "fmt"

// shape is what must be known of a text before it is decoded.
type shape struct {
	hasNull bool
}

// survey runs once over a text that may not be JSON at all. It refuses what is
// no object and what is nested too deeply, before any of it is believed; the
// grammar is the decoder's to check.
func survey(data []byte) (shape, error) {
	var s shape
	depth := 0
	started := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '"':
			i = endOfString(data, i)
		case '{', '[':
			depth++
			if depth > MaxDepth {
				return s, &SyntaxError{Offset: int64(i), Detail: fmt.Sprintf("is nested more than %d levels deep", MaxDepth)}
			}
		case '}', ']':
			depth--
		case 'n':
			// Outside strings the letter n begins null and nothing else.
			s.hasNull = true
		}
		if !started && data[i] != '{' {
			return s, &SyntaxError{Offset: int64(i), Detail: "must be a JSON object"}
		}
		started = true
	}
	return s, nil
}

// endOfString is the index of the quote that closes the string opened at i, or
// the last index of data.
func endOfString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(data) - 1
}
