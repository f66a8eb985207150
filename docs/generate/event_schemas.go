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
	for _, name := range slices.Sorted(maps.Keys(data.Events)) {
		e := data.Events[name]
		required := slices.DeleteFunc(slices.Sorted(maps.Keys(e.Properties)), func(p string) bool { return slices.Contains(e.Optional, p) })
		facts := object{"type": "object", "properties": clone(e.Properties), "required": required}
		if e.Description != "" {
			facts["description"] = e.Description
		}
		schemas[name+"Data"] = facts
		schemas[name] = object{"allOf": []any{
			object{"$ref": schemaPath + eventBase},
			object{
				"type":       "object",
				"properties": object{"type": object{"type": "string", "const": name}, "data": object{"$ref": schemaPath + name + "Data"}},
				"required":   []any{"type", "data"},
			},
		}}
		union = append(union, object{"$ref": schemaPath + name})
	}
	// Schemas have the names of the types, so that no mapping is needed.
	schemas["Event"] = object{
		"oneOf": union, "discriminator": object{"propertyName": "type"},
		"description": "What happened, in the form of its `type`. Types may be added: skip one that you do not know",
	}
}
