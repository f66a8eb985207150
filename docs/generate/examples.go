package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// example is an exchange that a test of api had with a server and keeps; some
// have only the request, where the answer is a game as any other.
type example struct {
	Request any    `json:"request"` // nil: no body
	Status  string `json:"status"`
	Media   string `json:"media"`  // "": application/json
	Answer  any    `json:"answer"` // nil: not kept
}

// readExamples reads the kept exchanges, by the id of their operation. What
// follows a dot in a file's name tells several of one operation apart.
func readExamples(dir string) (map[string][]example, error) {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	examples := map[string][]example{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return nil, err
		}
		var e example
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		id, _, _ := strings.Cut(file.Name(), ".")
		examples[id] = append(examples[id], e)
	}
	return examples, nil
}

// addExamples shows the kept exchanges of all operations. The answers to several
// operations that are one response share its example.
func addExamples(paths, answers object, examples map[string][]example) error {
	shown := map[string]bool{}
	for _, item := range paths {
		for _, o := range item.(object) {
			op := o.(object)
			id := op["operationId"].(string)
			for _, e := range examples[id] {
				if err := addExample(op, answers, e); err != nil {
					return fmt.Errorf("example of %s: %w", id, err)
				}
			}
			shown[id] = true
		}
	}
	for id := range examples {
		if !shown[id] {
			return fmt.Errorf("there is no operation %s, which has an example", id)
		}
	}
	return nil
}

func addExample(op, answers object, e example) error {
	if e.Request != nil {
		op["requestBody"].(object)["content"].(object)["application/json"].(object)["example"] = e.Request
	}
	if e.Answer == nil {
		return nil
	}
	answer, ok := op["responses"].(object)[e.Status].(object)
	if !ok {
		return fmt.Errorf("there is no answer %s", e.Status)
	}
	if ref, ok := answer["$ref"].(string); ok {
		answer = answers[strings.TrimPrefix(ref, responsePath)].(object)
	}
	media := cmp.Or(e.Media, "application/json")
	content, ok := answer["content"].(object)[media].(object)
	if !ok {
		content, ok = answer[streamedAs].(object)[media].(object)
	}
	if !ok || content["example"] != nil {
		return fmt.Errorf("%s is not described, or has an example", media)
	}
	content["example"] = e.Answer
	return nil
}
