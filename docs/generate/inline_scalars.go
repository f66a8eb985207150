package main

import "strings"

// scalarTypes are those of schemas that fit into the place where they are used.
var scalarTypes = map[any]bool{"string": true, "integer": true, "number": true, "boolean": true}

// inlineScalars writes out nullable references to scalars: of "a text or null"
// as a choice between two schemas, generators of clients make an empty class.
func inlineScalars(schemas object) {
	for _, schema := range schemas {
		walk(schema, func(o object) {
			name, ok := nullableReference(o)
			if !ok {
				return
			}
			target := schemas[name].(object)
			if !scalarTypes[target["type"]] {
				return
			}
			delete(o, "anyOf")
			inlined := clone(target).(object)
			delete(inlined, "description") // of the schema, not of its use
			delete(inlined, "examples")
			merge(o, nullable(inlined))
		})
	}
}

// nullableReference is the name of the schema that an object refers to if it
// says "that or null".
func nullableReference(o object) (name string, ok bool) {
	choice, _ := o["anyOf"].([]any)
	if len(choice) != 2 || choice[1].(object)["type"] != "null" {
		return "", false
	}
	ref, ok := choice[0].(object)["$ref"].(string)
	return strings.TrimPrefix(ref, schemaPath), ok
}
