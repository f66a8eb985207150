package journal

import (
	"strconv"

	"github.com/janggid/janggid/domain/janggi"
)

// appendMetadata is hand-written because every event has metadata. A test
// compares it with encoding/json.
func appendMetadata(b []byte, m Metadata) []byte {
	b = append(b, `{"prev":`...)
	if m.Prev == nil {
		b = append(b, "null"...)
	} else {
		b = appendText(b, *m.Prev)
	}
	if m.Private != nil {
		b = append(b, `,"private":`...)
		b = m.Private.append(b)
	}
	b = append(b, `,"schema":`...)
	b = strconv.AppendInt(b, int64(m.Schema), 10)
	b = append(b, `,"side":`...)
	if m.Side == nil {
		b = append(b, "null"...)
	} else {
		b = appendQuoted(b, m.Side.String())
	}
	b = append(b, `,"time":"`...)
	b = m.Time.Append(b)
	return append(b, `"}`...)
}

// privateField is a field with its name, preceded by a comma.
type privateField struct {
	name  string
	value *string
}

// fields returns the private fields in the order of their names.
func (p *Private) fields() [5]privateField {
	return [...]privateField{
		{`,"actor":`, &p.Actor},
		{`,"correlation":`, &p.Correlation},
		{`,"digest":`, &p.Digest},
		{`,"key":`, &p.Key},
		{`,"room":`, &p.Room},
	}
}

func (p *Private) append(b []byte) []byte {
	b = append(b, '{')
	comma := 1 // the first field has none before it
	for _, f := range p.fields() {
		if *f.value != "" {
			b = appendText(append(b, f.name[comma:]...), *f.value)
			comma = 0
		}
	}
	return append(b, '}')
}

// readMetadata reads the output of appendMetadata. It returns false for any
// other form and for text beyond ASCII.
func readMetadata(data []byte) (Metadata, bool) {
	// All targets of the Metadata's pointers, in one allocation.
	held := new(struct {
		prev    string
		private Private
		side    janggi.Side
	})
	var m Metadata
	r := canonicalReader{rest: string(data)}
	r.skip(`{"prev":`)
	if !r.has("null") {
		held.prev = r.word()
		m.Prev = &held.prev
	}
	if r.has(`,"private":`) {
		r.private(&held.private)
		m.Private = &held.private
	}
	r.skip(`,"schema":`)
	m.Schema = int(r.number())
	r.skip(`,"side":`)
	if !r.has("null") {
		held.side = r.side()
		m.Side = &held.side
	}
	r.skip(`,"time":`)
	m.Time = r.instant()
	r.skip(`}`)
	return m, r.done()
}

func (r *canonicalReader) private(p *Private) {
	r.skip(`{`)
	comma := 1
	for _, f := range p.fields() {
		if r.has(f.name[comma:]) {
			*f.value = r.word()
			comma = 0
		}
	}
	r.skip(`}`)
}
