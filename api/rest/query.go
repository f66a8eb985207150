package rest

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// Query says which query parameters the routes take.
type Query struct {
	Params     map[string][]string                // by method and route
	Repeatable []string                           // may be given several times
	MayBeEmpty func(route, parameter string) bool // an empty value means that it is absent
}

// queryKey is where a request's context has the query.
const queryKey = "query"

// bind lets CheckQuery find the parameters of a request's route. Requests
// without a query, as nearly all are, need none.
func (q *Query) bind(c echo.Context) {
	if c.Request().URL.RawQuery != "" {
		c.Set(queryKey, q)
	}
}

// CheckQuery refuses query parameters that the route does not have, that are
// given twice, or that have no value, as unknown and repeated fields of a body
// are refused: a misspelled filter would otherwise list everything. It runs where
// a body would be read, so that everything before a 400 in the order of checks
// comes before it.
func CheckQuery(c echo.Context) error {
	text := c.Request().URL.RawQuery
	if text == "" {
		return nil
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return NewProblem(CodeBadRequest, "the query string is not URL-encoded: "+err.Error())
	}
	method := c.Request().Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	q := c.Get(queryKey).(*Query)
	known := q.Params[method+" "+c.Path()]
	for _, name := range slices.Sorted(maps.Keys(values)) {
		given := values[name]
		switch {
		case !slices.Contains(known, name):
			return NewProblem(CodeUnknownField, "there is no query parameter "+shorten(name)+knownParams(known)).WithField(shorten(name))
		case len(given) > 1 && !slices.Contains(q.Repeatable, name):
			return BadField(name, "is given more than once")
		case slices.Contains(given, "") && !q.MayBeEmpty(c.Path(), name):
			return BadField(name, "must not be empty")
		}
	}
	return nil
}

func knownParams(names []string) string {
	if len(names) == 0 {
		return "; this call has none"
	}
	return "; this call has " + strings.Join(slices.Sorted(slices.Values(names)), ", ")
}

// shorten bounds how much of a client's text an answer repeats.
func shorten(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
