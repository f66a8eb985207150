package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

const parameterPath = "#/components/parameters/"

// shareParameters moves the parameters that several operations have in the same
// words into the components, under their own names.
func shareParameters(paths, shared object) error {
	type place struct {
		list []any
		at   int
	}
	places := map[string][]place{}
	for _, item := range paths {
		for _, o := range item.(object) {
			list, _ := o.(object)["parameters"].([]any)
			for i, p := range list {
				text, err := json.Marshal(p)
				if err != nil {
					return err
				}
				places[string(text)] = append(places[string(text)], place{list, i})
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(places)) {
		same := places[text]
		p := same[0].list[same[0].at].(object)
		if len(same) < 2 || p["$ref"] != nil {
			continue
		}
		name := camelCase(p["name"].(string))
		for shared[name] != nil { // the same name with another meaning
			name += "Too"
		}
		shared[name] = p
		for _, s := range same {
			s.list[s.at] = object{"$ref": parameterPath + name}
		}
	}
	return nil
}

// camelCase is "MinRevision" for min_revision.
func camelCase(name string) string {
	var words strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		words.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return words.String()
}
