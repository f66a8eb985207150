package main

import (
	"maps"
	"slices"
	"strings"
)

// version30 is the description in OpenAPI 3.0.3, for generators that know no
// 3.1. Schemas say the same in the words of 3.0, and unions take the one form
// that all generators of C# can read: a base with a discriminator, and variants
// that extend it.
func version30(spec object) object {
	spec = clone(spec).(object)
	spec["openapi"] = "3.0.3"
	schemas := spec["components"].(object)["schemas"].(object)
	schemas["RulesetChoice"] = object{
		"description": "An object that changes some options of a preset. OpenAPI 3.1 takes the preset's name alone, too",
		"type":        "object",
		"allOf":       []any{object{"$ref": schemaPath + "RulesetChanges"}},
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		if schema := schemas[name].(object); schema["discriminator"] != nil {
			extend(name, schema, schemas)
		}
	}
	walk(spec, func(o object) {
		if isChoiceOfRequired(o["oneOf"]) {
			delete(o, "oneOf") // told in words; a class has both fields
		}
		if choices, ok := o["oneOf"].([]any); ok {
			uniteLines(o, choices, schemas)
		}
		restate(o)
	})
	for _, path := range spec["paths"].(object) {
		for _, operation := range path.(object) {
			walk(operation.(object)["requestBody"], nameInObject)
		}
	}
	dropUnused(spec, schemas)
	return spec
}

// nameInObject puts the preset that an example of a request names into the only
// form that RulesetChoice has here.
func nameInObject(example object) {
	if preset, ok := example["ruleset"].(string); ok {
		example["ruleset"] = object{"preset": preset}
	}
}

// extend turns a choice among schemas that a discriminator tells apart into a
// base schema that they extend.
func extend(name string, union, schemas object) {
	discriminator := union["discriminator"].(object)
	tag := discriminator["propertyName"].(string)
	base, mapping, values := object{}, object{}, []any{}
	for _, choice := range union["oneOf"].([]any) {
		ref := choice.(object)["$ref"].(string)
		variant := schemas[strings.TrimPrefix(ref, schemaPath)].(object)
		own := variant
		if parts, ok := variant["allOf"].([]any); ok {
			shared := schemas[strings.TrimPrefix(parts[0].(object)["$ref"].(string), schemaPath)].(object)
			base, own = clone(shared).(object), parts[1].(object)
		}
		properties := own["properties"].(object)
		value := properties[tag].(object)["const"]
		delete(properties, tag)
		required := slices.DeleteFunc(slices.Clone(own["required"].([]any)), func(field any) bool { return field == tag })
		extension := object{"type": "object", "properties": properties}
		if len(required) > 0 {
			extension["required"] = required
		}
		mapping[value.(string)] = ref
		values = append(values, value)
		schemas[strings.TrimPrefix(ref, schemaPath)] = object{
			"description": variant["description"],
			"allOf":       []any{object{"$ref": schemaPath + name}, extension},
		}
	}
	properties, _ := base["properties"].(object)
	if properties == nil {
		properties = object{}
	}
	properties[tag] = object{"type": "string", "enum": values}
	required, _ := base["required"].([]any)
	schemas[name] = object{
		"description": union["description"], "type": "object",
		"properties": properties, "required": append(slices.Clone(required), tag),
		"discriminator": object{"propertyName": tag, "mapping": mapping},
	}
}

// isChoiceOfRequired tells of a choice that says which fields are there, and
// nothing of what they hold.
func isChoiceOfRequired(choice any) bool {
	choices, ok := choice.([]any)
	return ok && !slices.ContainsFunc(choices, func(c any) bool {
		o := c.(object)
		return len(o) != 1 || o["required"] == nil
	})
}

// uniteLines turns a choice among objects without a discriminator, as lines of
// NDJSON are, into one object of which every field is optional.
func uniteLines(o object, choices []any, schemas object) {
	properties := object{}
	for _, choice := range choices {
		line := schemas[strings.TrimPrefix(choice.(object)["$ref"].(string), schemaPath)].(object)
		maps.Copy(properties, clone(line["properties"]).(object))
	}
	delete(o, "oneOf")
	o["type"], o["properties"] = "object", properties
}

// restate says in the words of 3.0 what an object of the tree says in those of
// 3.1.
func restate(o object) {
	if value, ok := o["const"]; ok {
		delete(o, "const")
		o["enum"] = []any{value}
	}
	if types, ok := o["type"].([]any); ok {
		o["type"], o["nullable"] = types[0], true
	}
	if list, ok := o["examples"].([]any); ok {
		delete(o, "examples")
		o["example"] = list[0]
	}
	if choices, ok := o["anyOf"].([]any); ok && len(choices) == 2 && choices[1].(object)["type"] == "null" {
		delete(o, "anyOf")
		o["allOf"], o["nullable"] = choices[:1], true
		o["type"] = "object" // without a type nullable says nothing; scalars were written out
	}
	if ref, ok := o["$ref"]; ok && len(o) > 1 && strings.HasPrefix(ref.(string), schemaPath) {
		delete(o, "$ref")
		o["allOf"] = []any{object{"$ref": ref}}
	}
}
