package journal

import (
	"strconv"
)

// appendMetadata writes by hand what encoding/json would, because every event
// has metadata. A test holds the two together.
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

// fields are the private fields in the order of their names.
func (p *Private) fields() [5]struct {
	name  string
	value *string
} {
	return [...]struct {
		name  string
		value *string
	}{
		{`"actor":`, &p.Actor},
		{`"correlation":`, &p.Correlation},
		{`"digest":`, &p.Digest},
		{`"key":`, &p.Key},
		{`"room":`, &p.Room},
	}
}

func (p *Private) append(b []byte) []byte {
	b = append(b, '{')
	first := true
	for _, f := range p.fields() {
		if *f.value == "" {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		b = append(b, f.name...)
		b = appendText(b, *f.value)
		first = false
	}
	return append(b, '}')
}

// readMetadata reads what appendMetadata wrote; false for anything else, and
// for texts beyond ASCII.
func readMetadata(data []byte) (Metadata, bool) {
	var m Metadata
	r := canonicalReader{rest: string(data)}
	r.skip(`{"prev":`)
	if !r.has("null") {
		m.Prev = new(r.word())
	}
	if r.has(`,"private":`) {
		m.Private = r.private()
	}
	r.skip(`,"schema":`)
	m.Schema = int(r.number())
	r.skip(`,"side":`)
	if !r.has("null") {
		m.Side = new(r.side())
	}
	r.skip(`,"time":`)
	m.Time = r.instant()
	r.skip(`}`)
	return m, r.done()
}

func (r *canonicalReader) private() *Private {
	p := new(Private)
	r.skip(`{`)
	separator := ""
	for _, f := range p.fields() {
		if r.has(separator + f.name) {
			*f.value = r.word()
			separator = ","
		}
	}
	r.skip(`}`)
	return p
}
