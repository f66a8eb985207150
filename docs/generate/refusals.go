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

// describeRefusals ends the operation's description with the problems that it
// may be answered with, by status, but for those that its request shows, and with
// its limits. The contract test reads both.
func (op *operation) describeRefusals(path string) error {
	implied := op.impliedProblems(path)
	for _, code := range implied {
		if !op.mayAnswer(code) {
			return fmt.Errorf("%s is not among its problems, which every such operation has", code)
		}
	}
	var problems []string
	for _, status := range slices.Sorted(maps.Keys(op.codes)) {
		var codes []string
		for _, t := range rest.ProblemTypes() { // in the order of the table
			if t.Status == status && slices.Contains(op.codes[status], t.Code) && !slices.Contains(implied, t.Code) {
				codes = append(codes, string(t.Code))
			}
		}
		if len(codes) > 0 {
			problems = append(problems, strconv.Itoa(status)+" "+strings.Join(codes, " "))
		}
	}
	var parts []string
	if text, ok := op.object["description"].(string); ok {
		parts = append(parts, text)
	}
	if len(problems) > 0 {
		parts = append(parts, "Problems: "+strings.Join(problems, ", "))
	}
	if limits := op.describeLimits(); limits != "" {
		parts = append(parts, "Limits: "+limits)
	}
	op.object["description"] = strings.Join(parts, "\n\n")
	return nil
}

// impliedProblems are those that the response Problem tells of once for all: of
// every operation, of those below /v1, of those with a token, a body or a limit.
func (op *operation) impliedProblems(path string) []rest.Code {
	implied := []rest.Code{rest.CodeInternal}
	if strings.HasPrefix(path, "/v1/") {
		implied = append(implied, rest.CodeBadRequest, rest.CodeUnknownField)
	}
	if security, _ := op.object["security"].([]any); len(security) > 0 {
		implied = append(implied, rest.CodeUnauthenticated)
	}
	if op.object["requestBody"] != nil {
		implied = append(implied, rest.CodeTooLarge, rest.CodeUnsupportedMediaType)
	}
	if len(op.limits) > 0 {
		implied = append(implied, rest.CodeRateLimited)
	}
	return implied
}

func (op *operation) mayAnswer(code rest.Code) bool {
	for _, codes := range op.codes {
		if slices.Contains(codes, code) {
			return true
		}
	}
	return false
}

// describeLimits names the limits that every call counts against, but for the
// one that all requests do, and after "refused:" those that only a refused one
// does.
func (op *operation) describeLimits() string {
	var parts []string
	others := slices.DeleteFunc(slices.Clone(op.limits), func(name string) bool { return name == limit.Requests.Name })
	switch {
	case len(others) > 0:
		parts = append(parts, strings.Join(others, " "))
	case len(op.limits) == 0:
		return "none"
	}
	if len(op.charges) > 0 {
		parts = append(parts, "refused: "+strings.Join(op.charges, " "))
	}
	return strings.Join(parts, ", ")
}
