package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/janggid/janggid/api/seek"
)

// Each request that openapi.yaml shows succeeds
// where the state of things is the one that it is meant for.
func TestEveryDescribedRequestSucceeds(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	executed := 0
	everyOperation(t, func(method, route string, op *openapi3.Operation) {
		if op.RequestBody == nil {
			return
		}
		for media, content := range op.RequestBody.Value.Content {
			if content.Example == nil {
				continue
			}
			executed++
			t.Run(op.OperationID+" "+media, func(t *testing.T) {
				by, path := s.within(t).meantFor(op.OperationID, route)
				r := by.s.do(method, path, by.token, exampleBody(t, content.Example), "Content-Type", media)
				success(t, op, r)
				if op.OperationID == "importRecords" {
					r.has(`"read":1,`, `"cut":0,"unreadable":0,"failed":0,"warnings":0,`)
				}
				if op.OperationID == "replayHistory" {
					r.has(`"valid":true`)
				}
			})
		}
	})
	if executed < 20 {
		t.Errorf("only %d examples were found", executed)
	}
}

// Parameters are filled in with their examples by the page of the description.
func TestEveryDescribedParameterSucceeds(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	executed := 0
	everyOperation(t, func(method, route string, op *openapi3.Operation) {
		query := url.Values{}
		for _, p := range op.Parameters {
			text, isText := p.Value.Example.(string)
			switch {
			case !isText:
			case p.Value.In == openapi3.ParameterInPath:
				route = strings.ReplaceAll(route, "{"+p.Value.Name+"}", text)
				executed++
			default:
				query.Set(p.Value.Name, text)
				executed++
			}
		}
		if method != http.MethodGet || strings.Contains(route, "tream") {
			return
		}
		t.Run(op.OperationID, func(t *testing.T) {
			by, path := s.within(t).meantFor(op.OperationID, route)
			success(t, op, by.get(path+"?"+query.Encode()))
		})
	})
	if executed == 0 {
		t.Error("no example was found")
	}
}

// The page fills in the first example of each member of a body.
func TestEveryExampleOfAMoveIsLegal(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	s := newTestServer(t, serverOptions{start: someDay})
	examples := spec.doc.Components.Schemas["PlayMove"].Value.Properties["move"].Value.Examples
	if len(examples) == 0 {
		t.Fatal("there is no example")
	}
	for _, move := range examples {
		m := s.started("")
		m.cho.post(m.path+"/moves", map[string]any{"move": move}).is(http.StatusOK)
	}
}

// everyOperation visits the operations that are described.
func everyOperation(t *testing.T, visit func(method, route string, op *openapi3.Operation)) {
	t.Helper()
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	for route, item := range spec.doc.Paths.Map() {
		for method, op := range item.Operations() {
			visit(method, route, op)
		}
	}
}

// success ends the test unless an answer is one of the successes that the
// operation promises.
func success(t *testing.T, op *openapi3.Operation, r response) {
	t.Helper()
	if r.status >= http.StatusMultipleChoices || op.Responses.Status(r.status) == nil {
		t.Fatalf("%s: %d\n%s", r.request, r.status, r.body)
	}
}

func exampleBody(t *testing.T, example any) []byte {
	t.Helper()
	if text, isText := example.(string); isText {
		return []byte(text)
	}
	data, err := json.Marshal(example)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// meantFor brings about the state that an operation's examples are meant for: who
// sends it, and the path with ids and codes of what there is.
func (s *testServer) meantFor(operation, route string) (by guest, path string) {
	s.t.Helper()
	var id string
	switch operation {
	case "joinGame", "joinRoom", "getRoom":
		by = s.guest("Late")
		g := s.guest("Early").create("")
		return by, strings.NewReplacer("{id}", g.ID, "{code}", *g.RoomCode).Replace(route)
	case "awaitPairing":
		by = s.guest("Alone")
		id = decoded[seek.Pairing](by.post("/v1/quick-play", "{}")).ID
	case "getPlayer":
		by = s.guest("Known")
		id = by.id
	case "chooseSetup":
		m := s.match("")
		by, id = m.han, m.id
	case "giveHint":
		m := s.solo()
		by, id = m.cho, m.id
	case "draw":
		m := s.started(`{"ruleset":"traditional"}`)
		by, id = m.cho, m.id
	case "takeback", "passTurn", "abort":
		m := s.started("")
		m.play("a4b4")
		by, id = m.han, m.id
		if operation == "takeback" {
			by = m.cho
		}
	case "resign":
		m := s.started("")
		m.play("a4b4", "a7b7")
		by, id = m.cho, m.id
	case "rematch", "getProof":
		m := s.started("")
		m.cho.post(m.path+"/resign", "{}").is(http.StatusOK)
		by, id = m.cho, m.id
	case "claimWin":
		m := s.started(slowTurns)
		m.away(m.han, 0)
		s.clock.advance(time.Minute)
		by, id = m.cho, m.id
	case "setLabels", "adjudicate":
		by, id = s.organiser(), s.started("").id
	default:
		m := s.started("")
		by, id = m.cho, m.id
	}
	return by, strings.ReplaceAll(route, "{id}", id)
}
