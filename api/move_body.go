package api

import (
	"bytes"
	"strconv"

	"github.com/janggid/janggid/api/body"
)

// readMove reads a body as body.Decode does. Nearly all have the one form that
// programs write, and reading that by hand takes a tenth of the time.
func readMove(data []byte) (b moveBody, err error) {
	if b, ok := plainMove(data); ok {
		return b, nil
	}
	err = body.Decode(data, &b)
	return b, err
}

// plainMove reads {"move":"…","ply":N} or {"move":"…"} without spaces and
// escapes; false for anything else.
func plainMove(data []byte) (b moveBody, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte(`{"move":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 {
		return b, false
	}
	for _, c := range rest[:end] {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return b, false
		}
	}
	b.Move = new(string(rest[:end]))
	rest = rest[end+1:]
	if string(rest) == "}" {
		return b, true
	}
	rest, named := bytes.CutPrefix(rest, []byte(`,"ply":`))
	digits, closed := bytes.CutSuffix(rest, []byte{'}'})
	if !named || !closed || len(digits) == 0 || len(digits) > 9 || digits[0] == '0' && len(digits) > 1 {
		return b, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return b, false
		}
	}
	ply, err := strconv.Atoi(string(digits))
	b.Ply = &ply
	return b, err == nil
}
