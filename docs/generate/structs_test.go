package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Views in one package embed what another package shows.
func TestStructsOfSeveralPackages(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"view/summary.go": `package view
type Summary struct {
	ID   string  ` + "`json:\"id\"`" + `
	Code *string ` + "`json:\"code\"`" + `
} // @name Summary
`,
		"games/list.go": `package games
type listed struct {
	view.Summary
	Next *string ` + "`json:\"next,omitempty\"`" + `
} // @name Listed
type listBody struct {
	At *game.Instant ` + "`json:\"at\"`" + `
} // @name List
`,
		"games/list_test.go": `package games
type forTests struct{} // @name ForTests
`,
	} {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readStructs(root)
	if err != nil {
		t.Fatal(err)
	}
	id := field{name: "id", goType: "string"}
	code := field{name: "code", goType: "string", nullable: true}
	want := map[string]structType{
		"Summary": {fields: []field{id, code}},
		"Listed":  {fields: []field{id, code, {name: "next", goType: "string", optional: true}}},
		"List":    {fields: []field{{name: "at", goType: "game.Instant", nullable: true}}, request: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
