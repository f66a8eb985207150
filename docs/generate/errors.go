package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"text/template"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
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
	rest.ProblemType
	Where string
}

// errorsPage is docs/errors.md.
func errorsPage(all completed) ([]byte, error) {
	var sections []statusSection
	for _, t := range rest.ProblemTypes() {
		if len(sections) == 0 || sections[len(sections)-1].Status != t.Status {
			sections = append(sections, statusSection{Status: t.Status, Text: http.StatusText(t.Status)})
		}
		last := &sections[len(sections)-1]
		last.Problems = append(last.Problems, problemRow{t, all.where(t.Code)})
	}
	example, err := json.MarshalIndent(object{
		"type": "urn:janggid:problem:illegal_move", "title": "The move is illegal", "status": http.StatusUnprocessableEntity,
		"code": rest.CodeIllegalMove, "detail": "c2: a piece stands on the leg (멱)", "instance": "/v1/games/0192…/moves",
		"reason": "leg_blocked", "at": "c2",
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = template.Must(template.New("errors.md").Parse(errorsTemplate)).Execute(&page, object{
		"Example": string(example), "Statuses": sections, "Reasons": enumerations["IllegalMoveReason"], "Limits": limit.Policies(), "Works": limit.Works(),
	})
	return page.Bytes(), err
}

// where names the operations that a problem may answer.
func (all completed) where(code rest.Code) string {
	switch names := all.byCode[code]; len(names) {
	case 0:
		return "any path" // what is no operation at all
	case all.operations:
		return "everywhere"
	default:
		return strings.Join(slices.Sorted(slices.Values(names)), ", ")
	}
}
