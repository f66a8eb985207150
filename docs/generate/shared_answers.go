package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const responsePath = "#/components/responses/"

// shareAnswers moves the answers that several operations give in the same words
// into the components, and returns these.
func shareAnswers(paths object, shared object) error {
	type use struct {
		responses object
		status    string
	}
	uses := map[string][]use{}
	for _, item := range paths {
		for _, o := range item.(object) {
			responses := o.(object)["responses"].(object)
			for status, r := range responses {
				text, err := json.Marshal(r)
				if err != nil {
					return err
				}
				uses[string(text)] = append(uses[string(text)], use{responses, status})
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(uses)) {
		same := uses[text]
		answer := same[0].responses[same[0].status].(object)
		if len(same) < 3 || answer["$ref"] != nil {
			continue
		}
		name, err := answerName(same[0].status, answer)
		if err != nil {
			return err
		}
		if shared[name] != nil {
			return fmt.Errorf("two shared answers would be named %s", name)
		}
		shared[name] = answer
		for _, u := range same {
			u.responses[u.status] = object{"$ref": responsePath + name}
		}
	}
	return nil
}

// answerName names a shared answer by what is in it, or by its status where it
// has no body.
func answerName(status string, answer object) (string, error) {
	code, err := strconv.Atoi(status)
	if err != nil {
		return "", err
	}
	name := strings.ReplaceAll(http.StatusText(code), " ", "")
	content, _ := answer["content"].(object)
	for _, media := range content {
		if ref, ok := media.(object)["schema"].(object)["$ref"].(string); ok {
			name = strings.TrimPrefix(ref, schemaPath)
		}
	}
	headers, _ := answer["headers"].(object)
	if etag, ok := headers["ETag"].(object); ok && etag["$ref"] == "#/components/headers/FileETag" {
		name += "File"
	}
	return name, nil
}
