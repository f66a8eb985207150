package journal

import (
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// canonicalReader reads JSON in exactly the form that this package writes,
// several times as fast as encoding/json. When it fails, the input may still be
// valid JSON, so callers fall back to encoding/json.
type canonicalReader struct {
	rest   string
	failed bool
}

// done reports whether all input was read without failure.
func (r *canonicalReader) done() bool { return !r.failed && r.rest == "" }

// has consumes a text if it comes next.
func (r *canonicalReader) has(text string) bool {
	rest, found := strings.CutPrefix(r.rest, text)
	r.rest = rest
	return found
}

// skip consumes a text that must come next.
func (r *canonicalReader) skip(text string) {
	if !r.has(text) {
		r.failed = true
	}
}

// word reads a string of ASCII without escapes.
func (r *canonicalReader) word() string {
	r.skip(`"`)
	for i := range len(r.rest) {
		switch c := r.rest[i]; {
		case c == '"':
			word := r.rest[:i]
			r.rest = r.rest[i+1:]
			return word
		case c < ' ' || c > '~' || c == '\\':
			r.failed = true
			return ""
		}
	}
	r.failed = true
	return ""
}

// maxDigits keeps numbers well within 64 bits.
const maxDigits = 15

// number reads a whole number from 0 on.
func (r *canonicalReader) number() int64 {
	n, digits := int64(0), 0
	for digits < len(r.rest) && r.rest[digits] >= '0' && r.rest[digits] <= '9' {
		n = n*10 + int64(r.rest[digits]-'0')
		digits++
		if digits > maxDigits {
			break
		}
	}
	if digits == 0 || digits > maxDigits || digits > 1 && r.rest[0] == '0' {
		r.failed = true
		return 0
	}
	r.rest = r.rest[digits:]
	return n
}

func (r *canonicalReader) boolean() bool {
	if r.has("true") {
		return true
	}
	r.skip("false")
	return false
}

func (r *canonicalReader) side() janggi.Side {
	if r.has(`"cho"`) {
		return janggi.Cho
	}
	r.skip(`"han"`)
	return janggi.Han
}

// kindsByName maps the names of pieces in events.
var kindsByName = func() map[string]janggi.Kind {
	names := map[string]janggi.Kind{}
	for k := janggi.General; k <= janggi.Soldier; k++ {
		names[k.String()] = k
	}
	return names
}()

func (r *canonicalReader) kind() janggi.Kind {
	kind, known := kindsByName[r.word()]
	r.failed = r.failed || !known
	return kind
}

func (r *canonicalReader) move() janggi.Move {
	m, err := janggi.ParseMove(r.word())
	r.failed = r.failed || err != nil
	return m
}

func (r *canonicalReader) instant() game.Instant {
	at, err := game.ParseInstant(r.word())
	r.failed = r.failed || err != nil
	return at
}

func (r *canonicalReader) clocks() game.Clocks {
	var c game.Clocks
	r.skip(`{"cho":`)
	c[janggi.Cho] = r.sideClock()
	r.skip(`,"han":`)
	c[janggi.Han] = r.sideClock()
	r.skip(`}`)
	return c
}

func (r *canonicalReader) sideClock() game.SideClock {
	var c game.SideClock
	r.skip(`{`)
	if r.has(`"periods_left":`) {
		c.PeriodsLeft = int(r.number())
		r.skip(`,`)
	}
	r.skip(`"remaining_ms":`)
	c.RemainingMS = r.number()
	r.skip(`}`)
	return c
}
