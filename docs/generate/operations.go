package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

// trait is what several operations have in common: a row of traits.yaml.
type trait struct {
	With        []string          `yaml:"with"` // other traits
	Parameters  []string          `yaml:"parameters"`
	Headers     []string          `yaml:"headers"` // of successful answers
	Problems    []string          `yaml:"problems"`
	Security    []any             `yaml:"security"`
	RequestBody object            `yaml:"requestBody"`
	Content     object            `yaml:"content"` // more media types of successful answers
	Lines       object            `yaml:"lines"`   // media types beside JSON that bring its parts as they come
	Responses   map[string]answer `yaml:"responses"`
}

// answer is one without a body, or what is more to say of one that the handler
// describes.
type answer struct {
	Description string   `yaml:"description"`
	Headers     []string `yaml:"headers"` // beside those of all successful answers
}

// everything is the trait of all operations, underV1 of those below /v1, charged
// of those whose refusals count.
const (
	everything = "everything"
	underV1    = "under v1"
	charged    = "charged"
)

// streamedAs is where an answer in JSON has the media types that bring its parts
// one by one, if the client accepts these. Among the content they would be
// alternatives to the JSON, and clients in TypeScript could use neither.
const streamedAs = "x-streamed-as"

// operation is one while it is being completed.
type operation struct {
	object
	traits  map[string]trait
	limits  []string // by name
	charges []string // limits that a refusal counts against, by name
	headers []string
	codes   map[int][]rest.Code // by status
}

// completed is what the operations have told when all are complete.
type completed struct {
	operations int                    // how many there are
	byCode     map[rest.Code][]string // ids of the operations that a problem may answer
}

func completeOperations(paths object, traits map[string]trait) (completed, error) {
	all := completed{byCode: map[rest.Code][]string{}}
	for path, item := range paths {
		for method, o := range item.(object) {
			op := operation{object: o.(object), traits: traits, codes: map[int][]rest.Code{}}
			names := []any{everything}
			if strings.HasPrefix(path, "/v1/") {
				names = append(names, underV1)
			}
			if err := op.complete(path, names); err != nil {
				return all, fmt.Errorf("%s %s: %w", method, path, err)
			}
			all.operations++
			id := op.object["operationId"].(string)
			for _, codes := range op.codes {
				for _, code := range codes {
					if !slices.Contains(all.byCode[code], id) { // one with two statuses
						all.byCode[code] = append(all.byCode[code], id)
					}
				}
			}
		}
	}
	return all, nil
}

func (op *operation) complete(path string, names []any) error {
	responses := op.object["responses"].(object)
	paced := true
	if own, ok := responses["x-traits"].([]any); ok { // where swag puts extensions
		names = append(names, own...)
		paced = !slices.Contains(own, any("unpaced")) && !slices.Contains(own, any("queued by "+limit.Turns.Name))
		delete(responses, "x-traits")
	}
	if paced {
		names = append(names, "paced by "+limit.Requests.Name)
	}
	for status, r := range responses {
		if status < "400" {
			continue
		}
		delete(responses, status)
		for code := range strings.FieldsSeq(r.(object)["description"].(string)) {
			if err := op.addProblem(code, status); err != nil {
				return err
			}
		}
	}
	if body, ok := op.object["requestBody"].(object); ok {
		for _, media := range body["content"].(object) {
			schema := media.(object)["schema"].(object)
			delete(schema, "description") // swag repeats the body's here
			delete(schema, "summary")
		}
	}
	for _, name := range names {
		if err := op.add(name.(string)); err != nil {
			return err
		}
	}
	for _, r := range responses {
		op.addHeaders(r.(object), op.headers)
	}
	responses["default"] = object{"$ref": responsePath + "Problem"}
	return op.describeRefusals(path)
}

// add gives the operation a trait. "limited by NAME" is the trait limited by a
// policy.
func (op *operation) add(name string) error {
	name, policy, isLimited := strings.Cut(name, " by ")
	if isLimited {
		if !knownLimit(policy) {
			return fmt.Errorf("there is no limit %q", policy)
		}
		list := &op.limits
		if name == charged {
			list = &op.charges
		}
		if !slices.Contains(*list, policy) {
			*list = append(*list, policy)
		}
	}
	t, ok := op.traits[name]
	if !ok {
		return fmt.Errorf("there is no trait %q", name)
	}
	for _, other := range t.With {
		if err := op.add(other); err != nil {
			return err
		}
	}
	op.headers = append(op.headers, t.Headers...)
	for _, p := range t.Parameters {
		list, _ := op.object["parameters"].([]any)
		op.object["parameters"] = append(list, object{"$ref": "#/components/parameters/" + p})
	}
	for _, code := range t.Problems {
		if err := op.addProblem(code, ""); err != nil {
			return err
		}
	}
	if t.Security != nil {
		op.object["security"] = t.Security
	}
	if t.RequestBody != nil {
		op.object["requestBody"] = clone(t.RequestBody)
	}
	responses := op.object["responses"].(object)
	for _, r := range responses {
		if content, ok := r.(object)["content"].(object); ok {
			maps.Copy(content, t.Content)
			if t.Lines != nil {
				r.(object)[streamedAs] = clone(t.Lines)
			}
		}
	}
	for status, a := range t.Responses {
		r, described := responses[status].(object)
		if !described {
			r = object{"description": a.Description}
			responses[status] = r
		}
		op.addHeaders(r, a.Headers)
	}
	return nil
}

// addHeaders refers an answer to headers among the components, "ETag=FileETag"
// to one with another name.
func (op *operation) addHeaders(response object, names []string) {
	headers, ok := response["headers"].(object)
	if !ok {
		headers = object{}
		response["headers"] = headers
	}
	for _, name := range names {
		field, component, other := strings.Cut(name, "=")
		if !other {
			component = field
		}
		headers[field] = object{"$ref": "#/components/headers/" + component}
	}
}

// addProblem says that the operation may be answered with a problem. Its status
// is that of the table where none is named.
func (op *operation) addProblem(code, status string) error {
	for _, t := range rest.ProblemTypes() {
		if string(t.Code) == code && (status == "" || status == strconv.Itoa(t.Status)) {
			if !slices.Contains(op.codes[t.Status], t.Code) {
				op.codes[t.Status] = append(op.codes[t.Status], t.Code)
			}
			return nil
		}
	}
	return fmt.Errorf("there is no problem %q %s", code, status)
}

// knownLimit tells whether a limit is published under a name.
func knownLimit(name string) bool {
	return slices.ContainsFunc(limit.Policies(), func(p limit.Policy) bool { return p.Name == name }) ||
		slices.ContainsFunc(limit.Works(), func(w limit.Work) bool { return w.Name == name })
}
