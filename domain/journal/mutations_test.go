package journal

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// leaf is a value inside an event's data.
type leaf struct {
	path  string
	value any
	set   func(value any)
}

// leavesOf are the values of a JSON object, however deep; an array counts as
// one value.
func leavesOf(path string, object map[string]any) []leaf {
	var leaves []leaf
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch value := object[name].(type) {
		case map[string]any:
			leaves = append(leaves, leavesOf(path+name+".", value)...)
		default:
			leaves = append(leaves, leaf{path + name, value, func(v any) { object[name] = v }})
		}
	}
	return leaves
}

// others are words that could as well stand where a word stands.
var others = map[string]string{
	"cho": "han", "han": "cho", "draw": "cho", "none": "cho", "soldier": "horse", "chariot": "cannon", "general": "guard", "HEEH": "EHHE", "HEHE": "EHEH", "EHEH": "HEHE",
	"player": "timeout", "timeout": "player", "a4b4": "c4d4", "a7b7": "c7d7", "a1a2": "a1a3", "a2a1": "a2a3", "a10a9": "a10a8", "a9a10": "a9a8",
	"checkmate": "bikjang", "time": "resignation", "resignation": "time", "repetition": "perpetual_check", "aborted": "adjudication",
	"ends": "off", "off": "ends", "points": "draw", "ignored": "loses", "standard": "online", "human": "self", "self": "human", "public": "private",
	"per_move": "fischer",
}

// otherThan is a different value of the same kind.
func otherThan(value any) any {
	switch v := value.(type) {
	case nil:
		return "cho"
	case bool:
		return !v
	case json.Number:
		n, err := v.Float64()
		if err != nil {
			panic(err)
		}
		return n + 1
	case []any:
		return append(slices.Clone(v), 1)
	case string:
		if other, ok := others[v]; ok {
			return other
		}
		if at, err := game.ParseInstant(v); err == nil {
			return at.Add(1).String()
		}
		if strings.HasSuffix(v, " 1") {
			return strings.TrimSuffix(v, " 1") + " 2"
		}
		return v + "x"
	}
	panic(fmt.Sprintf("no other value for %T", value))
}

// mutations yields every history that differs from one in one value of one
// event's data.
func mutations(t *testing.T, events []eventstore.Recorded, yield func(revision int, path string, mutated []eventstore.Recorded)) {
	t.Helper()
	for i, r := range events {
		for n, l := range leavesOf("", members(r.Data)) {
			object := members(r.Data)
			leavesOf("", object)[n].set(otherThan(l.value))
			data, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			mutated := slices.Clone(events)
			if mutated[i].Data, err = jcs.Transform(data); err != nil {
				t.Fatal(err)
			}
			yield(i, l.path, mutated)
		}
	}
}
