package main

import (
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
	Answer  any    `json:"answer"` // nil: not kept
}

// readExamples reads the kept exchanges, by the id of their operation.
func readExamples(dir string) (map[string]example, error) {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	examples := map[string]example{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return nil, err
		}
		var e example
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		examples[strings.TrimSuffix(file.Name(), ".json")] = e
	}
	return examples, nil
}

// addExample shows the kept exchange of the operation.
func (op *operation) addExample(responses object, examples map[string]example) {
	e, ok := examples[op.object["operationId"].(string)]
	if !ok {
		return
	}
	if e.Request != nil {
		json := op.object["requestBody"].(object)["content"].(object)["application/json"].(object)
		json["example"] = e.Request
	}
	if e.Answer == nil {
		return
	}
	json := responses[e.Status].(object)["content"].(object)["application/json"].(object)
	json["example"] = e.Answer
}
