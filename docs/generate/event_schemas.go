package main

import (
	"maps"
	"slices"
)

// eventBase is what events of all types have.
const eventBase = "EventBase"

// addEvents makes Event the union of a schema for each type of event.
func addEvents(schemas object, data components) {
	base := schemas["Event"].(object)
	properties := base["properties"].(object)
	delete(properties, "type")
	delete(properties, "data")
	base["required"] = slices.DeleteFunc(base["required"].([]any), func(name any) bool { return properties[name.(string)] == nil })
	schemas[eventBase] = base
	var union []any
	mapping := object{}
	for _, name := range slices.Sorted(maps.Keys(data.Events)) {
		e := data.Events[name]
		required := slices.DeleteFunc(slices.Sorted(maps.Keys(e.Properties)), func(p string) bool { return slices.Contains(e.Optional, p) })
		schemas[name] = object{"type": "object", "properties": clone(e.Properties), "required": required}
		schemas[name+"Event"] = object{"allOf": []any{
			object{"$ref": schemaPath + eventBase},
			object{
				"type":       "object",
				"properties": object{"type": object{"type": "string", "const": name}, "data": object{"$ref": schemaPath + name}},
				"required":   []any{"type", "data"},
			},
		}}
		union = append(union, object{"$ref": schemaPath + name + "Event"})
		mapping[name] = schemaPath + name + "Event"
	}
	schemas["Event"] = object{"oneOf": union, "discriminator": object{"propertyName": "type", "mapping": mapping}}
}
