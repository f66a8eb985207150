package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/janggid/janggid/api"
	"github.com/janggid/janggid/api/limit"
)

//go:embed errors.md.tmpl
var errorsTemplate string

// statusSection lists the problems of a status.
type statusSection struct {
	Status   int
	Text     string
	Problems []problemRow
}

// problemRow is a problem with the operations that it answers.
type problemRow struct {
	api.ProblemType
	Where string
}

// errorsPage is docs/errors.md.
func errorsPage(spec object) ([]byte, error) {
	where := operationsByCode(spec["paths"].(object))
	var sections []statusSection
	for _, t := range api.ProblemTypes() {
		if len(sections) == 0 || sections[len(sections)-1].Status != t.Status {
			sections = append(sections, statusSection{Status: t.Status, Text: http.StatusText(t.Status)})
		}
		last := &sections[len(sections)-1]
		last.Problems = append(last.Problems, problemRow{t, where.text(t.Code)})
	}
	example, err := json.MarshalIndent(object{
		"type": "urn:janggid:problem:illegal_move", "title": "The move is illegal", "status": http.StatusUnprocessableEntity,
		"code": api.CodeIllegalMove, "detail": "c2: a piece stands on the leg (멱)", "instance": "/v1/games/0192…/moves",
		"reason": "leg_blocked", "at": "c2",
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = template.Must(template.New("errors.md").Parse(errorsTemplate)).Execute(&page, object{
		"Example": string(example), "Statuses": sections, "Reasons": enumerations["IllegalMoveReason"], "Limits": limit.Policies(),
	})
	return page.Bytes(), err
}

// usage is the operations that a problem may answer.
type usage struct {
	operations int
	byCode     map[string][]string
}

func operationsByCode(paths object) usage {
	u := usage{byCode: map[string][]string{}}
	for _, item := range paths {
		for _, o := range item.(object) {
			op := o.(object)
			u.operations++
			for status, r := range op["responses"].(object) {
				if n, err := strconv.Atoi(status); err != nil || n < http.StatusBadRequest {
					continue
				}
				for _, code := range codesOf(r.(object)) {
					u.byCode[code] = append(u.byCode[code], op["operationId"].(string))
				}
			}
		}
	}
	return u
}

// codesOf are the codes that an error answer may have.
func codesOf(response object) []string {
	problem := response["content"].(object)["application/problem+json"].(object)["schema"].(object)
	return problem["allOf"].([]any)[1].(object)["properties"].(object)["code"].(object)["enum"].([]string)
}

func (u usage) text(code api.Code) string {
	names := u.byCode[string(code)]
	switch len(names) {
	case 0:
		return "any path" // what is no operation at all
	case u.operations:
		return "everywhere"
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
