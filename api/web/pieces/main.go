// Command pieces writes the outlines of boards and pieces for the page, and its
// icon, so that the page and the server's pictures come from one drawing:
//
//	go run ./api/web/pieces [--check]
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/janggid/janggid/domain/picture"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "write nothing, and fail if a file differs")
	flag.Parse()
	if err := run(*check); err != nil {
		log.Fatal(err)
	}
}

// Where the files are, from the top of the project.
const (
	drawings = "api/web/src/board/drawing"
	icon     = "api/web/public/page/icon.svg"
)

func run(check bool) error {
	files := map[string][]byte{icon: picture.Icon()}
	for name, parts := range map[string]any{
		"board":   picture.BoardParts(),
		"hanja":   picture.Characters(picture.Hanja),
		"hangul":  picture.Characters(picture.Hangul),
		"letters": picture.Characters(picture.Letters),
	} {
		text, err := json.MarshalIndent(parts, "", " ")
		if err != nil {
			return err
		}
		files[filepath.Join(drawings, name+".json")] = append(text, '\n')
	}
	for file, text := range files {
		if !check {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				return err
			}
			continue
		}
		old, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !bytes.Equal(old, text) {
			return fmt.Errorf("%s differs from domain/picture: run go run ./api/web/pieces", file)
		}
	}
	return nil
}
