package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shareExamples moves the answers that several operations show into the
// components, by the names of their schemas, and returns these.
func shareExamples(spec object) (object, error) {
	places := map[string][]object{}
	var failed error
	walk(spec, func(o object) {
		if o["example"] == nil || o["schema"] == nil {
			return
		}
		text, err := json.Marshal(o["example"])
		if err != nil {
			failed = err
		}
		places[string(text)] = append(places[string(text)], o)
	})
	shared := object{}
	for _, text := range slices.Sorted(maps.Keys(places)) {
		same := places[text]
		ref, _ := same[0]["schema"].(object)["$ref"].(string)
		if len(same) < 2 || len(text) < 200 || ref == "" {
			continue
		}
		name := strings.TrimPrefix(ref, schemaPath)
		if shared[name] != nil {
			return nil, fmt.Errorf("two shared examples would be named %s", name)
		}
		shared[name] = object{"value": same[0]["example"]}
		for _, o := range same {
			delete(o, "example")
			o["examples"] = object{name: object{"$ref": "#/components/examples/" + name}}
		}
	}
	return shared, failed
}
