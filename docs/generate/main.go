// Command generate writes openapi.yaml (at the top and in docs/), the same in
// OpenAPI 3.0 (docs/openapi-3.0.yaml), and docs/errors.md: swag reads the
// annotations beside the handlers in api, and what it cannot express is added
// here, from the Go types and from the data files in this folder. With --check it only tells whether the files are as
// they should be.
//
// Run it at the top of the project, or by `go generate ./docs`.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "top of the project")
	check := flag.Bool("check", false, "change nothing; fail if a file is stale")
	flag.Parse()
	files, err := Generate(*root)
	if err == nil {
		err = write(*root, files, *check)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// Generate makes the generated files, by their paths below the top.
func Generate(root string) (map[string][]byte, error) {
	spec, all, err := description(root)
	if err != nil {
		return nil, err
	}
	openapi, err := encode(spec)
	if err != nil {
		return nil, err
	}
	openapi30, err := encode(version30(spec))
	if err != nil {
		return nil, err
	}
	problems, err := errorsPage(all)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"openapi.yaml": openapi, "docs/openapi.yaml": openapi, "docs/openapi-3.0.yaml": openapi30, "docs/errors.md": problems,
	}, nil
}

// write brings the files up to date, or tells which of them are not.
func write(root string, files map[string][]byte, check bool) error {
	var stale []error
	for name, want := range files {
		path := filepath.Join(root, name)
		got, err := os.ReadFile(path)
		switch {
		case err == nil && bytes.Equal(got, want):
		case check:
			stale = append(stale, fmt.Errorf("%s is stale: run go generate ./docs", name))
		default:
			if err := os.WriteFile(path, want, 0o644); err != nil {
				return err
			}
		}
	}
	return errors.Join(stale...)
}
