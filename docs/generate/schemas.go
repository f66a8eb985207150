package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// components is the data in components.yaml.
type components struct {
	Tags            []any             `yaml:"tags"`
	SecuritySchemes object            `yaml:"securitySchemes"`
	Parameters      object            `yaml:"parameters"`
	Headers         object            `yaml:"headers"`
	Responses       object            `yaml:"responses"`
	Schemas         object            `yaml:"schemas"`
	Refine          map[string]object `yaml:"refine"`
	Events          map[string]struct {
		Description string   `yaml:"description"`
		Properties  object   `yaml:"properties"`
		Optional    []string `yaml:"optional"`
	} `yaml:"events"`
}

// enumerations are the values of Go types that swag would take for numbers.
var enumerations = map[string][]string{
	"Side":               words[janggi.Side](),
	"Setup":              words[janggi.Setup](),
	"Kind":               words[janggi.Kind]()[1:], // 0 is no piece
	"CheckAnswer":        words[janggi.Answer](),
	"EndReason":          words[janggi.EndReason](),
	"Result":             words[janggi.Result](),
	"IllegalMoveReason":  words[janggi.Reason](),
	"BikjangRule":        words[janggi.Bikjang](),
	"SettleRule":         words[janggi.Scoring](),
	"RepetitionRule":     words[janggi.Repetition](),
	"PerpetualCheckRule": words[janggi.PerpetualCheck](),
	"DoublePassRule":     words[janggi.DoublePass](),
}

// words are the texts of all values of a type, whose values are numbered from 0.
func words[T interface {
	~uint8
	MarshalText() ([]byte, error)
}]() (list []string) {
	for value := T(0); ; value++ {
		text, err := value.MarshalText()
		if err != nil {
			return list
		}
		list = append(list, string(text))
	}
}

// renamed are schemas with another name than that of their Go type.
var renamed = map[string]string{
	"rest.Code":                   "ProblemCode",
	"view.RulesetBody":            "RulesetChoice",
	"rules.proofVerdict":          "ProofVerdict",
	"game.BySide-Player":          "Players",
	"game.BySide-int":             "Material",
	"game.BySide-janggi_Points":   "Points",
	"game.BySide-janggi_Setup":    "Setups",
	"game.BySide-string":          "SetupPair",
	"game.TimeControlFields":      "TimeControl",
	"janggi.Answer":               "CheckAnswer",
	"janggi.Rules":                "RuleOptions",
	"records.Status":              "ImportStatus",
	"record.Format":               "RecordFormat",
	"journal.Metadata":            "EventMetadata",
	"janggi.Points":               "HalfPoints", // never used: points stand in pairs
	"github_com_google_uuid.UUID": "UUID",
}

const schemaPath = "#/components/schemas/"

// shortNames takes the packages out of the names of schemas, everywhere, and
// returns the schemas.
func shortNames(spec object) object {
	schemas := spec["components"].(object)["schemas"].(object)
	short := func(name string) string {
		if other, ok := renamed[name]; ok {
			return other
		}
		return name[strings.LastIndex(name, ".")+1:]
	}
	walk(spec, func(o object) {
		if ref, ok := o["$ref"].(string); ok {
			o["$ref"] = schemaPath + short(strings.TrimPrefix(ref, schemaPath))
		}
	})
	for _, name := range slices.Collect(maps.Keys(schemas)) {
		schema := schemas[name]
		delete(schemas, name)
		schemas[short(name)] = schema
	}
	return schemas
}

// walk visits every object of a tree.
func walk(node any, visit func(object)) {
	switch node := node.(type) {
	case object:
		visit(node)
		for _, child := range node {
			walk(child, visit)
		}
	case []any:
		for _, child := range node {
			walk(child, visit)
		}
	}
}

// completeSchemas adds to the schemas what swag did not see.
func completeSchemas(schemas object, structs map[string]structType, data components) error {
	for name, schema := range data.Schemas {
		schemas[name] = clone(schema)
	}
	for name, values := range enumerations {
		schemas[name].(object)["enum"] = values
	}
	schemas["EventMetadata"] = eventMetadata(schemas["EventMetadata"].(object))
	for name, refined := range data.Refine {
		schema, ok := schemas[name].(object)
		if !ok {
			return fmt.Errorf("components.yaml refines %s, which there is not", name)
		}
		merge(schema, clone(refined).(object))
	}
	for name, s := range structs {
		schema, ok := schemas[name].(object)
		if !ok || schema["properties"] == nil {
			continue // no operation needs it, or components.yaml has it
		}
		schema["required"] = complete(schema, s)
		if s.request {
			schema["additionalProperties"] = false // unknown fields are refused
		}
	}
	for _, name := range []string{"RuleOptions", "RulesetChanges", "GameSummary"} { // told in Ruleset and Game
		for _, property := range schemas[name].(object)["properties"].(object) {
			delete(property.(object), "description")
		}
	}
	addEvents(schemas, data)
	inlineScalars(schemas)
	for _, schema := range schemas {
		walk(schema, func(o object) {
			delete(o, "x-enum-varnames")
			delete(o, "x-enum-comments")
			delete(o, "x-enum-descriptions")
			delete(o, "uniqueItems") // always false
			if required, ok := o["required"].([]any); ok && len(required) == 0 {
				delete(o, "required")
			}
		})
	}
	return nil
}

// eventMetadata leaves out the private part.
func eventMetadata(schema object) object {
	properties := schema["properties"].(object)
	delete(properties, "private")
	properties["time"] = object{"$ref": schemaPath + "Instant"}
	schema["required"] = []any{"prev", "schema", "side", "time"}
	for _, name := range []string{"prev", "side"} {
		properties[name] = nullable(properties[name].(object))
	}
	return schema
}

// complete brings the members of a schema to the form that the Go type's JSON
// has, and lists those that are always there.
func complete(schema object, s structType) []any {
	required, _ := schema["required"].([]any)
	properties := schema["properties"].(object)
	for _, f := range s.fields {
		p := properties[f.name].(object)
		switch f.goType {
		case "game.Instant":
			delete(p, "type")
			p["$ref"] = schemaPath + "Instant"
		case "uuid.UUID":
			p["type"], p["format"] = "string", "uuid"
			delete(p, "$ref")
		}
		if f.nullable && !slices.Contains(required, any(f.name)) {
			p = nullable(p)
		}
		if _, refers := p["$ref"]; refers {
			delete(p, "type")
		}
		properties[f.name] = p
		if !s.request && !f.optional {
			required = append(required, f.name)
		}
	}
	return required
}

// nullable is a schema that null fits too.
func nullable(p object) object {
	if ref, ok := p["$ref"]; ok {
		delete(p, "$ref")
		delete(p, "type")
		p["anyOf"] = []any{object{"$ref": ref}, object{"type": "null"}}
		return p
	}
	if t, ok := p["type"].(string); ok {
		p["type"] = []any{t, "null"}
	}
	switch values := p["enum"].(type) {
	case []any:
		p["enum"] = append(slices.Clip(values), nil)
	case []string: // those of [enumerations]
		var list []any
		for _, value := range values {
			list = append(list, value)
		}
		p["enum"] = append(list, nil)
	}
	return p
}

// merge adds the members of one tree to another, and replaces those that are
// there.
func merge(into, from object) {
	for name, value := range from {
		child, both := into[name].(object)
		if more, ok := value.(object); ok && both {
			merge(child, more)
			continue
		}
		into[name] = value
	}
}

// clone copies a tree, so that anchors in YAML do not share what is changed.
func clone(tree any) any {
	switch tree := tree.(type) {
	case object:
		copied := object{}
		for name, child := range tree {
			copied[name] = clone(child)
		}
		return copied
	case []any:
		copied := make([]any, len(tree))
		for i, child := range tree {
			copied[i] = clone(child)
		}
		return copied
	}
	return tree
}

// dropUnused takes out schemas that nothing refers to.
func dropUnused(spec, schemas object) {
	for dropped := true; dropped; {
		used := map[string]bool{}
		walk(spec, func(o object) {
			if ref, ok := o["$ref"].(string); ok {
				used[strings.TrimPrefix(ref, schemaPath)] = true
			}
			if mapping, ok := o["mapping"].(object); ok { // of a discriminator
				for _, ref := range mapping {
					used[strings.TrimPrefix(ref.(string), schemaPath)] = true
				}
			}
		})
		before := len(schemas)
		maps.DeleteFunc(schemas, func(name string, _ any) bool { return !used[name] })
		dropped = len(schemas) < before
	}
}
