package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Discrepancy is the first fact of a stream that contradicts the events before
// it.
type Discrepancy struct {
	Stream   string
	Revision uint64
	Field    string // "type", "data.captured", "metadata.prev" …
	Stored   string // JSON; empty if missing
	Computed string // JSON, or why the stored value is impossible
}

func (d *Discrepancy) Error() string {
	return fmt.Sprintf("%s revision %d: %s: stored %s, computed %s", d.Stream, d.Revision, d.Field, orNothing(d.Stored), orNothing(d.Computed))
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// differs compares two values as JSON.
func differs(field string, stored, computed any) *Discrepancy {
	a, b := asJSON(stored), asJSON(computed)
	if a == b {
		return nil
	}
	return &Discrepancy{Field: field, Stored: a, Computed: b}
}

// asJSON encodes a value of an event or its metadata; all of them are valid
// JSON.
func asJSON(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// impossibleEvent is the discrepancy of an impossible event.
func impossibleEvent(r eventstore.Recorded, at game.Instant, e *game.ImpossibleError) *Discrepancy {
	d := &Discrepancy{Computed: e.Why}
	switch e.Field {
	case "type":
		d.Field, d.Stored = "type", asJSON(r.Type)
	case "time":
		d.Field, d.Stored = "metadata.time", asJSON(at)
	default:
		d.Field = "data." + e.Field
		if value, ok := members(r.Data)[e.Field]; ok {
			d.Stored = asJSON(value)
		}
	}
	return d
}

// firstDifference compares stored and computed data, member by member in the
// order of their names.
func firstDifference(stored, computed []byte) *Discrepancy {
	if bytes.Equal(stored, computed) {
		return nil
	}
	if object := members(stored); object != nil {
		if d := differenceIn("data", object, members(computed)); d != nil {
			return d
		}
	}
	// Not an object, or the same content in a form that is not canonical, which
	// would change the hash.
	return &Discrepancy{Field: "data", Stored: string(stored), Computed: string(computed)}
}

func differenceIn(path string, stored, computed map[string]any) *Discrepancy {
	names := maps.Clone(stored)
	maps.Copy(names, computed)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		field := path + "." + name
		a, inStored := stored[name]
		b, inComputed := computed[name]
		inner, ok := a.(map[string]any)
		innerComputed, both := b.(map[string]any)
		switch {
		case reflect.DeepEqual(a, b) && inStored == inComputed:
			continue
		case ok && both:
			return differenceIn(field, inner, innerComputed)
		case !inStored:
			return &Discrepancy{Field: field, Computed: asJSON(b)}
		case !inComputed:
			return &Discrepancy{Field: field, Stored: asJSON(a)}
		}
		return &Discrepancy{Field: field, Stored: asJSON(a), Computed: asJSON(b)}
	}
	return nil
}

// members returns the members of a JSON object; none for any other value.
func members(data []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil {
		return nil
	}
	return object
}
