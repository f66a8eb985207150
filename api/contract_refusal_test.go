package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

// describedRefusals are the problems and limits that an operation's description names.
type describedRefusals struct {
	codes   map[int][]rest.Code
	limits  []string // of every call
	charges []string // of refused calls
}

var (
	problemsLine = regexp.MustCompile(`(?m)^Problems: (.*)$`)
	limitsLine   = regexp.MustCompile(`(?m)^Limits: (.*?)(?:(?:, )?refused: (.*))?$`)
)

// refusalsOf reads them, and adds the problems that the response Problem tells of
// once for all operations.
func refusalsOf(path string, op *openapi3.Operation) (describedRefusals, error) {
	r := describedRefusals{codes: map[int][]rest.Code{}}
	add := func(status int, codes ...rest.Code) { r.codes[status] = append(r.codes[status], codes...) }
	if line := problemsLine.FindStringSubmatch(op.Description); line != nil {
		for part := range strings.SplitSeq(line[1], ", ") {
			status, err := strconv.Atoi(part[:3])
			if err != nil {
				return r, fmt.Errorf("%s: %w", op.OperationID, err)
			}
			for code := range strings.FieldsSeq(part[3:]) {
				add(status, rest.Code(code))
			}
		}
	}
	if line := limitsLine.FindStringSubmatch(op.Description); line != nil {
		r.limits, r.charges = strings.Fields(line[1]), strings.Fields(line[2])
	}
	add(http.StatusInternalServerError, rest.CodeInternal)
	if strings.HasPrefix(path, "/v1/") {
		add(http.StatusBadRequest, rest.CodeBadRequest, rest.CodeUnknownField)
	}
	if op.Security != nil && len(*op.Security) > 0 {
		add(http.StatusUnauthorized, rest.CodeUnauthenticated)
	}
	if op.RequestBody != nil {
		add(http.StatusRequestEntityTooLarge, rest.CodeTooLarge)
		add(http.StatusUnsupportedMediaType, rest.CodeUnsupportedMediaType)
	}
	if !slices.Equal(r.limits, []string{"none"}) {
		add(http.StatusTooManyRequests, rest.CodeRateLimited)
	}
	return r, nil
}

// checkRefusal holds a problem to what the operation's description says of its
// status: which codes it may have, and which headers.
func checkRefusal(path string, op *openapi3.Operation, res *http.Response, body []byte) error {
	r, err := refusalsOf(path, op)
	if err != nil {
		return err
	}
	var problem struct {
		Code   rest.Code
		Status int
	}
	if err := json.Unmarshal(body, &problem); err != nil {
		return err
	}
	if problem.Status != res.StatusCode || !slices.Contains(r.codes[res.StatusCode], problem.Code) {
		return fmt.Errorf("the problem %s %d is not described", problem.Code, problem.Status)
	}
	for status, name := range map[int]string{
		http.StatusUnauthorized: "WWW-Authenticate", http.StatusTooManyRequests: rest.HeaderRetryAfter, http.StatusServiceUnavailable: rest.HeaderRetryAfter,
	} {
		if res.StatusCode == status && res.Header.Get(name) == "" {
			return fmt.Errorf("it has no %s", name)
		}
	}
	return nil
}

// counted tells whether an answer of a status may tell what is left of a limit:
// one of a limited call, one that a limit refused, or one to a call that was
// looked at and refused.
func (r describedRefusals) counted(status int) bool {
	isPolicy := func(name string) bool { // not work that waits its turn, nor the pace
		return name != limit.Requests.Name && slices.ContainsFunc(limit.Policies(), func(p limit.Policy) bool { return p.Name == name })
	}
	if status == http.StatusTooManyRequests || slices.ContainsFunc(r.limits, isPolicy) {
		return true
	}
	lookedAt := status >= http.StatusBadRequest && status < http.StatusInternalServerError && status != http.StatusUnauthorized && status != http.StatusNotFound
	return lookedAt && len(r.charges) > 0
}

func TestARefusalThatIsNotDescribedIsFound(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, path, method string
		status             int
		code               rest.Code
		headers            http.Header
		found              bool
	}{
		{name: "named", path: "/v1/games/{id}/moves", method: http.MethodPost, status: http.StatusConflict, code: rest.CodeGameOver},
		{name: "of another operation", path: "/v1/games/{id}/moves", method: http.MethodPost, status: http.StatusConflict, code: rest.CodeClockFull, found: true},
		{name: "under another status", path: "/v1/games/{id}/moves", method: http.MethodPost, status: http.StatusForbidden, code: rest.CodeGameOver, found: true},
		{name: "of every body", path: "/v1/games/{id}/moves", method: http.MethodPost, status: http.StatusRequestEntityTooLarge, code: rest.CodeTooLarge},
		{name: "of bodies, without one", path: "/v1/games/{id}", method: http.MethodGet, status: http.StatusRequestEntityTooLarge, code: rest.CodeTooLarge, found: true},
		{name: "of tokens, without one", path: "/v1/rulesets", method: http.MethodGet, status: http.StatusUnauthorized, code: rest.CodeUnauthenticated, headers: http.Header{"Www-Authenticate": {"Bearer"}}, found: true},
		{name: "of a token", path: "/v1/me", method: http.MethodGet, status: http.StatusUnauthorized, code: rest.CodeUnauthenticated, headers: http.Header{"Www-Authenticate": {"Bearer"}}},
		{name: "of a token, without its header", path: "/v1/me", method: http.MethodGet, status: http.StatusUnauthorized, code: rest.CodeUnauthenticated, found: true},
		{name: "of a limit, where there is none", path: "/healthz", method: http.MethodGet, status: http.StatusTooManyRequests, code: rest.CodeRateLimited, headers: http.Header{"Retry-After": {"1"}}, found: true},
		{name: "counted where it is charged", path: "/v1/games/{id}/moves", method: http.MethodPost, status: http.StatusConflict, code: rest.CodeGameOver, headers: http.Header{"Ratelimit": {"x"}}},
		{name: "counted where it is not looked at", path: "/v1/games/{id}/resign", method: http.MethodPost, status: http.StatusNotFound, code: rest.CodeNotFound, headers: http.Header{"Ratelimit": {"x"}}, found: true},
		{name: "counted where nothing counts", path: "/v1/games/{id}/turns", method: http.MethodGet, status: http.StatusBadRequest, code: rest.CodeBadRequest, headers: http.Header{"Ratelimit": {"x"}}, found: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body, err := json.Marshal(map[string]any{"status": tt.status, "code": tt.code})
			if err != nil {
				t.Fatal(err)
			}
			op := spec.doc.Paths.Find(tt.path).GetOperation(tt.method)
			header := http.Header{"Server-Time": {"1"}, "X-Request-Id": {"x"}}
			maps.Copy(header, tt.headers)
			res := &http.Response{StatusCode: tt.status, Header: header}
			err = errors.Join(checkRefusal(tt.path, op, res, body), checkHeaders(tt.path, op, res))
			if (err != nil) != tt.found {
				t.Errorf("%v", err)
			}
		})
	}
}
