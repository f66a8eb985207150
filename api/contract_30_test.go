package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/docs"
)

// loadDescription30 gives the description for generators that know no 3.1.
var loadDescription30 = sync.OnceValues(func() (*openapi3.T, error) {
	return openapi3.NewLoader().LoadFromData(docs.OpenAPI30)
})

// checkAnswer30 holds an answer's body to the description in OpenAPI 3.0.
func checkAnswer30(route *routers.Route, res *http.Response, body []byte) error {
	doc, err := loadDescription30()
	if err != nil {
		return err
	}
	operation := doc.Paths.Value(route.Path).GetOperation(route.Method)
	schema, err := bodySchema30(doc, answerOf(operation, res.StatusCode).Value, res.Header.Get("Content-Type"))
	if err != nil || schema == nil {
		return err
	}
	documents := [][]byte{body}
	if strings.HasPrefix(res.Header.Get("Content-Type"), rest.MimeNDJSON) {
		documents = bytes.Split(bytes.TrimSuffix(body, []byte("\n")), []byte("\n"))
	}
	for _, document := range documents {
		var value any
		if err := json.Unmarshal(document, &value); err != nil {
			return err
		}
		if err := schema.VisitJSON(value, openapi3.VisitAsResponse()); err != nil {
			return fmt.Errorf("openapi-3.0.yaml: %w", err)
		}
	}
	return nil
}

// bodySchema30 is the schema of an answer, nil where it is not of JSON.
func bodySchema30(doc *openapi3.T, answer *openapi3.Response, contentType string) (*openapi3.Schema, error) {
	if len(answer.Content) == 0 {
		return nil, nil
	}
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasSuffix(media, "json") {
		return nil, err
	}
	if content := answer.Content[media]; content != nil {
		return content.Schema.Value, nil
	}
	streamed, _ := answer.Extensions[streamedAs].(map[string]any)
	content, _ := streamed[media].(map[string]any)
	schema, _ := content["schema"].(map[string]any)
	ref, _ := schema["$ref"].(string)
	named := doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	if named == nil {
		return nil, fmt.Errorf("openapi-3.0.yaml: the media type %q is not described", media)
	}
	return named.Value, nil
}
