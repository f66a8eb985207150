package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/docs"
)

// described is a client's transport that fails a test where an exchange is not
// as openapi.yaml describes it: every answer, and every request that the server
// accepted or refused for the state of things rather than for its form.
type described struct {
	t    *testing.T
	next http.RoundTripper
}

func (d described) RoundTrip(req *http.Request) (*http.Response, error) {
	var sent []byte
	if req.Body != nil {
		var err error
		if sent, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	res, err := d.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	if err := checkExchange(req, sent, res, got); err != nil {
		d.t.Errorf("%s %s → %d is not as it is described: %v\nrequest:  %s\nanswer:   %s", req.Method, req.URL.Path, res.StatusCode, err, sent, got)
	}
	return res, nil
}

// specification is the description and a finder of operations in it.
type specification struct {
	doc    *openapi3.T
	router routers.Router
	bodies *bodySchemas
}

var loadSpecification = sync.OnceValues(func() (*specification, error) {
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	if err != nil {
		return nil, err
	}
	doc.Servers = nil // tests listen on ports of their own
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.Security == nil {
				op.Security = &doc.Security // of all operations that say no other
			}
		}
	}
	for _, records := range []string{"text/x-gib", "text/x-uci", "application/vnd.chess-pgn"} {
		openapi3filter.RegisterBodyDecoder(records, openapi3filter.PlainBodyDecoder)
	}
	openapi3filter.RegisterBodyDecoder(rest.MimeNDJSON, openapi3filter.JSONBodyDecoder) // in requests; of the first line
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	bodies, err := newBodySchemas(docs.OpenAPI)
	return &specification{doc, router, bodies}, err
})

func checkExchange(req *http.Request, sent []byte, res *http.Response, got []byte) error {
	spec, err := loadSpecification()
	if err != nil {
		return err
	}
	route, params, err := spec.router.FindRoute(req)
	if err != nil {
		return spec.checkUndescribed(req, res, got)
	}
	options := &openapi3filter.Options{
		IncludeResponseStatus:             true,
		RejectWhenRequestBodyNotSpecified: true,
		SkipSettingDefaults:               true,
		ExcludeResponseBody:               true, // checkAnswer looks at it
		AuthenticationFunc:                openapi3filter.NoopAuthenticationFunc,
	}
	replayed := req.Clone(context.Background())
	replayed.Body = io.NopCloser(bytes.NewReader(sent))
	in := &openapi3filter.RequestValidationInput{Request: replayed, PathParams: params, Route: route, Options: options}
	if understood(res.StatusCode) {
		if err := openapi3filter.ValidateRequest(context.Background(), in); err != nil {
			return err
		}
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: options}
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		return err
	}
	if res.StatusCode < http.StatusBadRequest && route.Operation.Responses.Value(strconv.Itoa(res.StatusCode)) == nil {
		return errors.New("its status is not described")
	}
	if err := checkHeaders(route.Path, route.Operation, res); err != nil {
		return err
	}
	if res.StatusCode >= http.StatusBadRequest {
		if err := checkRefusal(route.Path, route.Operation, res, got); err != nil {
			return err
		}
	}
	if err := spec.bodies.checkAnswer(route, res, got); err != nil {
		return err
	}
	return checkAnswer30(route, res, got)
}

// checkHeaders holds the fields of an answer to those that are described, but for
// those that HTTP itself explains.
func checkHeaders(path string, op *openapi3.Operation, res *http.Response) error {
	refusals, err := refusalsOf(path, op)
	if err != nil {
		return err
	}
	counted := refusals.counted(res.StatusCode)
	described := map[string]bool{"Ratelimit": counted, "Ratelimit-Policy": counted}
	for _, name := range ofEveryAnswer {
		if res.Header.Get(name) == "" {
			return fmt.Errorf("it has no %s", name)
		}
		described[http.CanonicalHeaderKey(name)] = true
	}
	for name := range answerOf(op, res.StatusCode).Value.Headers {
		described[http.CanonicalHeaderKey(name)] = true
	}
	for name := range res.Header {
		if !described[name] && !ownToHTTP[name] && !strings.HasPrefix(name, "Access-Control-") {
			return fmt.Errorf("its header %s is not described", name)
		}
	}
	return nil
}

// ofEveryAnswer are fields that the description tells of once for all answers.
var ofEveryAnswer = []string{"Server-Time", echo.HeaderXRequestID}

// answerOf is what is described of a status: all problems are described together.
func answerOf(op *openapi3.Operation, status int) *openapi3.ResponseRef {
	if described := op.Responses.Value(strconv.Itoa(status)); described != nil {
		return described
	}
	return op.Responses.Default()
}

// ownToHTTP are fields that need no word of a description: those of HTTP itself,
// and one of streams for proxies.
var ownToHTTP = map[string]bool{"Allow": true, "Cache-Control": true, "Connection": true, "Content-Encoding": true, "Content-Length": true, "Content-Type": true, "Date": true, "Vary": true, "X-Accel-Buffering": true}

// checkUndescribed holds answers to what is no operation: unknown paths and
// methods, and browsers asking whether they may call.
func (s *specification) checkUndescribed(req *http.Request, res *http.Response, got []byte) error {
	switch {
	case req.Method == http.MethodOptions && res.StatusCode == http.StatusNoContent:
		return nil
	case res.StatusCode != http.StatusNotFound && res.StatusCode != http.StatusMethodNotAllowed:
		return errors.New("there is no such operation")
	case res.Header.Get("Content-Type") != "application/problem+json":
		return errors.New("it is no problem")
	}
	schema, err := s.bodies.at("components", "schemas", "Problem")
	if err != nil {
		return err
	}
	return checkDocuments(schema, [][]byte{got})
}

// understood tells whether an answer means that the request was well-formed.
func understood(status int) bool {
	return status < http.StatusBadRequest || status == http.StatusConflict || status == http.StatusPreconditionFailed
}

func TestAHeaderThatIsNotDescribedIsFound(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	const path = "/v1/rulesets"
	op := spec.doc.Paths.Find(path).Get
	for name, described := range map[string]bool{"Server-Time": true, "Vary": true, "Date": true, "Access-Control-Allow-Origin": true, "Ratelimit": false, "X-Powered-By": false} {
		header := http.Header{"Server-Time": {"1"}, echo.HeaderXRequestID: {"x"}}
		header[name] = []string{"x"}
		err := checkHeaders(path, op, &http.Response{StatusCode: http.StatusOK, Header: header})
		if (err == nil) != described {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryRouteIsDescribedAndEveryDescriptionServed(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for path, item := range spec.doc.Paths.Map() {
		for method := range item.Operations() {
			described[method+" "+path] = true
		}
	}
	s := New(Config{Limits: limit.Off()})
	for _, route := range s.echo.Routes() {
		if route.Method == http.MethodHead {
			continue // the head of what GET answers; TestHead
		}
		key := route.Method + " " + pathParameter.ReplaceAllString(route.Path, "{$1}")
		if !described[key] {
			t.Errorf("%s is served but not described", key)
		}
		delete(described, key)
	}
	for key := range described {
		t.Errorf("%s is described but not served", key)
	}
}

// pathParameter is how Echo writes what OpenAPI writes in braces.
var pathParameter = regexp.MustCompile(`:(\w+)`)

func TestEveryProblemIsDescribed(t *testing.T) {
	spec, err := loadSpecification()
	if err != nil {
		t.Fatal(err)
	}
	answered := map[rest.Code]bool{rest.CodeMethodNotAllowed: true} // to what is no operation
	for path, item := range spec.doc.Paths.Map() {
		for _, op := range item.Operations() {
			described, err := refusalsOf(path, op)
			if err != nil {
				t.Fatal(err)
			}
			for status, codes := range described.codes {
				for _, code := range codes {
					answered[code] = true
					belongs := func(row rest.ProblemType) bool { return row.Code == code && row.Status == status }
					if !slices.ContainsFunc(rest.ProblemTypes(), belongs) {
						t.Errorf("%s: %s is described for %d and does not belong there", op.OperationID, code, status)
					}
				}
			}
			known := func(name string) bool {
				return slices.ContainsFunc(limit.Policies(), func(p limit.Policy) bool { return p.Name == name }) ||
					slices.ContainsFunc(limit.Works(), func(w limit.Work) bool { return w.Name == name })
			}
			for _, name := range slices.Concat(described.limits, described.charges) {
				if !known(name) && name != "none" {
					t.Errorf("%s: there is no limit %s", op.OperationID, name)
				}
			}
		}
	}
	values := spec.doc.Components.Schemas["ProblemCode"].Value.Enum
	codes := map[rest.Code]bool{}
	for _, row := range rest.ProblemTypes() {
		codes[row.Code] = true
		if !slices.Contains(values, any(string(row.Code))) {
			t.Errorf("%s is not among the codes of Problem", row.Code)
		}
		if !answered[row.Code] {
			t.Errorf("no operation is described as answering %s", row.Code)
		}
	}
	if len(values) != len(codes) {
		t.Errorf("Problem has %d codes, the table %d", len(values), len(codes))
	}
}
