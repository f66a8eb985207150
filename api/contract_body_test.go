package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/janggid/janggid/api/rest"
)

// bodySchemas are the schemas of the description by their JSON pointers, each
// compiled once: kin-openapi compiles a schema for every body that it looks at,
// which takes longer than playing a move.
type bodySchemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

const descriptionURL = "https://janggid.test/openapi.yaml"

func newBodySchemas(description []byte) (*bodySchemas, error) {
	var tree any
	if err := yaml.Unmarshal(description, &tree); err != nil {
		return nil, err
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	return &bodySchemas{compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, compiler.AddResource(descriptionURL, document)
}

// at is the schema at a pointer into the description.
func (s *bodySchemas) at(pointer ...string) (*jsonschema.Schema, error) {
	var path strings.Builder
	for _, step := range pointer {
		path.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(step))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema, ok := s.compiled[path.String()]; ok {
		return schema, nil
	}
	schema, err := s.compiler.Compile(descriptionURL + "#" + path.String())
	if err == nil {
		s.compiled[path.String()] = schema
	}
	return schema, err
}

// streamedAs is where a JSON answer has the media types that bring its parts one
// by one (docs/generate says why they are not among its content).
const streamedAs = "x-streamed-as"

// checkAnswer holds an answer's body to what is described for its operation,
// status and media type. Of media types other than JSON only the name counts.
func (s *bodySchemas) checkAnswer(route *routers.Route, res *http.Response, body []byte) error {
	status := strconv.Itoa(res.StatusCode)
	described := answerOf(route.Operation, res.StatusCode)
	content := described.Value.Content
	if len(content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("no body is described")
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	place := []string{"paths", route.Path, strings.ToLower(route.Method), "responses", status}
	if shared, ok := strings.CutPrefix(described.Ref, "#/"); ok {
		place = strings.Split(shared, "/")
	}
	streamed, _ := described.Value.Extensions[streamedAs].(map[string]any)
	switch {
	case content[media] != nil:
		place = append(place, "content", media, "schema")
	case streamed[media] != nil:
		place = append(place, streamedAs, media, "schema")
	default:
		return fmt.Errorf("the media type %q is not described", media)
	}
	if !strings.HasSuffix(media, "json") {
		return nil
	}
	schema, err := s.at(place...)
	if err != nil {
		return err
	}
	documents := [][]byte{body}
	if media == rest.MimeNDJSON {
		documents = bytes.Split(bytes.TrimSuffix(body, []byte("\n")), []byte("\n"))
	}
	return checkDocuments(schema, documents)
}

func checkDocuments(schema *jsonschema.Schema, documents [][]byte) error {
	for _, document := range documents {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		if err != nil {
			return err
		}
		if err := schema.Validate(value); err != nil {
			return err
		}
	}
	return nil
}
