package api

import (
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/janggid/janggid/api/rest"
)

// The page of the description fills in the examples of parameters and sends them:
// a precondition or a key there would make the first attempt fail.
func TestNoHeaderIsFilledInForPeople(t *testing.T) {
	apiOperations(t, func(method, route string, op *openapi3.Operation) {
		for _, p := range op.Parameters {
			if p.Value.In != openapi3.ParameterInHeader && p.Value.Name != "from" {
				continue
			}
			if p.Value.Example != nil || len(p.Value.Examples) > 0 || p.Value.Schema.Value.Default != nil {
				t.Errorf("%s %s: %s is filled in", method, route, p.Value.Name)
			}
		}
	})
}

func TestACreationHasNoPrecondition(t *testing.T) {
	apiOperations(t, func(method, route string, op *openapi3.Operation) {
		creates := method == http.MethodPost && route == "/v1/games"
		if creates && op.Parameters.GetByInAndName(openapi3.ParameterInHeader, rest.HeaderIfMatch) != nil {
			t.Error("a game that does not exist yet is asked for by its revision")
		}
	})
}

// The examples of members are sent together as the body of a first attempt.
func TestTheExampleOfMovesIsLegal(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	s := newTestServer(t, serverOptions{start: someDay})
	examples := spec.doc.Components.Schemas["JudgePosition"].Value.Properties["moves"].Value.Examples
	if len(examples) == 0 {
		t.Fatal("there is no example")
	}
	for _, moves := range examples {
		s.post("/v1/positions", "", map[string]any{"moves": moves}).is(http.StatusOK)
	}
}
