package main

import (
	"fmt"
	"maps"
	"net/http"
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
	Headers     []string          `yaml:"headers"`  // of successful answers
	Refused     []string          `yaml:"refused"`  // headers of answers that tell what is wrong with a request, or does not fit the state of things
	Answered    []string          `yaml:"answered"` // headers of answers that are a problem, whichever
	Problems    []string          `yaml:"problems"`
	Security    []any             `yaml:"security"`
	RequestBody object            `yaml:"requestBody"`
	Content     object            `yaml:"content"` // more media types of successful answers
	Responses   map[string]answer `yaml:"responses"`
}

// answer is one without a body, or what is more to say of one that the handler
// describes.
type answer struct {
	Description string   `yaml:"description"`
	Headers     []string `yaml:"headers"` // beside those of all successful answers
}

// everything is the trait of all operations, underV1 of those below /v1.
const (
	everything = "everything"
	underV1    = "under v1"
)

// operation is one while it is being completed.
type operation struct {
	object
	traits   map[string]trait
	limits   []string // in words
	headers  []string
	refused  []string
	answered []string
	codes    map[int][]rest.Code // by status
}

// completed is what the operations have told when all are complete.
type completed struct {
	responses  object                 // of a single problem each, for all operations, by name
	operations int                    // how many there are
	byCode     map[rest.Code][]string // ids of the operations that a problem may answer
}

func completeOperations(paths object, traits map[string]trait, examples map[string]example) (completed, error) {
	all := completed{responses: object{}, byCode: map[rest.Code][]string{}}
	for path, item := range paths {
		for method, o := range item.(object) {
			op := operation{object: o.(object), traits: traits, codes: map[int][]rest.Code{}}
			names := []any{everything}
			if strings.HasPrefix(path, "/v1/") {
				names = append(names, underV1)
			}
			if err := op.complete(names, all.responses, examples); err != nil {
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

func (op *operation) complete(names []any, shared object, examples map[string]example) error {
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
	op.addProblemResponses(responses, shared)
	op.addExample(responses, examples)
	return nil
}

// add gives the operation a trait. "limited by NAME" is the trait limited by a
// policy.
func (op *operation) add(name string) error {
	name, policy, isLimited := strings.Cut(name, " by ")
	if isLimited {
		text, ok := limitNamed(policy)
		if !ok {
			return fmt.Errorf("there is no limit %q", policy)
		}
		if !slices.Contains(op.limits, text) {
			op.limits = append(op.limits, text)
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
	op.refused = append(op.refused, t.Refused...)
	op.answered = append(op.answered, t.Answered...)
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

// addHeaders refers an answer to headers among the components.
func (op *operation) addHeaders(response object, names []string) {
	headers, ok := response["headers"].(object)
	if !ok {
		headers = object{}
		response["headers"] = headers
	}
	for _, name := range names {
		headers[name] = object{"$ref": "#/components/headers/" + name}
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

// headersOf are those that an answer of a status has beside those of all.
var headersOf = map[int][]string{
	http.StatusUnauthorized:       {"WWW-Authenticate"},
	http.StatusTooManyRequests:    {"RateLimit", "RateLimit-Policy", "Retry-After"},
	http.StatusServiceUnavailable: {"Retry-After"},
}

// addProblemResponses describes the error answers, one a status, with the codes
// that each may have. One with at most two codes is shared, among those that
// count it and among those that do not.
func (op *operation) addProblemResponses(responses, shared object) {
	for status := range op.codes {
		var titles, codes []string
		for _, t := range rest.ProblemTypes() { // in the order of the table
			if t.Status == status && slices.Contains(op.codes[status], t.Code) {
				titles = append(titles, fmt.Sprintf("`%s`: %s", t.Code, t.Title))
				codes = append(codes, string(t.Code))
			}
		}
		r := object{
			"description": strings.Join(titles, "; ") + op.limitsOf(status),
			"content": object{"application/problem+json": object{"schema": object{"allOf": []any{
				object{"$ref": schemaPath + "Problem"},
				object{"type": "object", "properties": object{"code": object{"enum": codes}}, "required": []any{"code"}},
			}}}},
		}
		op.addHeaders(r, op.traits[everything].Headers)
		op.addHeaders(r, headersOf[status])
		name := camelCase(strings.Join(codes, "_or_"))
		counted := op.answered
		if judged(status) {
			counted = append(slices.Clip(counted), op.refused...)
		}
		if len(counted) > 0 {
			op.addHeaders(r, counted)
			name += "Counted"
		}
		if len(codes) > 2 || status == http.StatusTooManyRequests {
			responses[strconv.Itoa(status)] = r
			continue
		}
		shared[name] = r
		responses[strconv.Itoa(status)] = object{"$ref": "#/components/responses/" + name}
	}
}

// judged tells whether a status answers a request that was looked at: whoever
// sends it is known, and what it is about is there.
func judged(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusTooManyRequests:
		return false
	}
	return status < http.StatusInternalServerError
}

// camelCase names the response of a problem.
func camelCase(code string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(code, "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

// limitsOf names the limits that a 429 is about.
func (op *operation) limitsOf(status int) string {
	if status != http.StatusTooManyRequests {
		return ""
	}
	return ". The limit is " + strings.Join(op.limits, "; and ")
}

// limitNamed is a limit in words.
func limitNamed(name string) (string, bool) {
	for _, p := range limit.Policies() {
		if p.Name == name {
			return fmt.Sprintf("%v per %s for %s", p, p.Per, p.Counts), true
		}
	}
	for _, w := range limit.Works() {
		if w.Name == name {
			return fmt.Sprintf("%v at once per address for %s; more wait their turn for up to 10 s", w.Share, w.Counts), true
		}
	}
	return "", false
}
