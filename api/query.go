package api

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// Query parameters that several routes take.
var (
	gameFilters  = []string{"status", "player", "label", "tag", "result", "reason", "ruleset", "cho_setup", "han_setup", "min_ply", "max_ply", "after_position"}
	pictureStyle = []string{"flip", "lang", "marks", "width"}
	pastGame     = []string{"ply", "revision", "min_revision"}
)

// queryParams are the query parameters of each route that has any, by method
// and path. TestQueryParametersAreTheDescribedOnes compares them with
// openapi.yaml.
var queryParams = map[string][]string{
	"GET /v1/games":                 slices.Concat(gameFilters, []string{"limit", "cursor"}),
	"GET /v1/games/:id":             pastGame,
	"GET /v1/games/:id/legal-moves": {"from"},
	"GET /v1/games/:id/events":      {"from", "cursor", "limit"},
	"GET /v1/games/:id/chat":        {"room", "from", "cursor", "limit", "after_position"},
	"GET /v1/games/:id/record":      {"format", "charset"},
	"GET /v1/games/:id/stream":      {"from", "ticket"},
	"GET /v1/games/:id/board.svg":   slices.Concat(pictureStyle, pastGame),
	"GET /v1/games/:id/board.png":   slices.Concat(pictureStyle, pastGame),
	"GET /v1/games/:id/film.svg":    slices.Concat(pictureStyle, []string{"delay_ms"}),
	"GET /v1/quick-play/:id":        {"wait_ms", "ticket"},
	"GET /v1/stream":                {"games", "types", "label", "from", "ticket"},
	"GET /v1/me/stream":             {"from", "ticket"},
	"POST /v1/imports":              {"format", "visibility", "label", "external_id", "external_id_tag", "file", "players"},
	"GET /v1/records":               slices.Concat(gameFilters, []string{"format", "charset"}),
	"POST /v1/replays":              {"ruleset", "game_id"},
	"GET /v1/explorer":              {"fen", "after_position"},
	"GET /v1/board.svg":             slices.Concat(pictureStyle, []string{"fen"}),
	"GET /v1/board.png":             slices.Concat(pictureStyle, []string{"fen"}),
}

// repeatable are the query parameters that may be given several times.
var repeatable = []string{"label", "tag"}

// mayBeEmpty tells whether an empty value means the same as leaving the
// parameter out: browsers resume streams with the cursor that they have, if any.
func mayBeEmpty(path, name string) bool {
	return name == "from" && strings.HasSuffix(path, "stream")
}

// checkQuery refuses query parameters that the route does not have, that are
// given twice, or that have no value, as unknown and repeated fields of a body
// are refused: a misspelled filter would otherwise list everything. It runs where
// a body would be read: what comes before a 400 in the order of checks comes
// before this.
func checkQuery(c echo.Context) error {
	text := c.Request().URL.RawQuery
	if text == "" {
		return nil
	}
	query, err := url.ParseQuery(text)
	if err != nil {
		return problem(CodeBadRequest, "the query string is not URL-encoded: "+err.Error())
	}
	method := c.Request().Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	known := queryParams[method+" "+c.Path()]
	for _, name := range slices.Sorted(maps.Keys(query)) {
		values := query[name]
		switch {
		case !slices.Contains(known, name):
			return withField(problem(CodeUnknownField, "there is no query parameter "+shorten(name)+knownParams(known)), shorten(name))
		case len(values) > 1 && !slices.Contains(repeatable, name):
			return badField(name, "is given more than once")
		case slices.Contains(values, "") && !mayBeEmpty(c.Path(), name):
			return badField(name, "must not be empty")
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

// shorten bounds what an answer repeats of a name that the client chose.
func shorten(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
