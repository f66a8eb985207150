package main

import (
	_ "embed"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed schema_descriptions.yaml
var schemaDescriptionsYAML []byte

// describeSchemas gives every schema a description.
func describeSchemas(schemas object) error {
	var texts map[string]string
	if err := yaml.Unmarshal(schemaDescriptionsYAML, &texts); err != nil {
		return fmt.Errorf("schema_descriptions.yaml: %w", err)
	}
	for name, text := range texts {
		schema, ok := schemas[name].(object)
		if !ok {
			return fmt.Errorf("schema_descriptions.yaml describes %s, which there is not", name)
		}
		schema["description"] = text
	}
	for name, schema := range schemas {
		schema := schema.(object)
		if event, ok := strings.CutSuffix(name, "Data"); ok && schemas[event] != nil {
			schema["description"] = "Data of " + event
		}
		if schema["description"] == nil {
			return fmt.Errorf("the schema %s has no description", name)
		}
	}
	return nil
}
