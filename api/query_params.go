package api

import (
	"slices"
	"strings"

	"github.com/janggid/janggid/api/rest"
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

// routeQueries are the query parameters of all routes.
var routeQueries = rest.Query{Params: queryParams, Repeatable: repeatable, MayBeEmpty: mayBeEmpty}

// repeatable are the query parameters that may be given several times.
var repeatable = []string{"label", "tag"}

// mayBeEmpty tells whether an empty value means that the parameter is absent:
// browsers resume streams with the cursor that they have, if any.
func mayBeEmpty(route, name string) bool {
	return name == "from" && strings.HasSuffix(route, "stream")
}
