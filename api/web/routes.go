package web

import (
	_ "embed"
	"encoding/json"
	"regexp"
)

// routesJSON is the list of the page's paths by name, with :names for their
// parameters. The page reads the same file.
//
//go:embed src/routes.json
var routesJSON []byte

var parameter = regexp.MustCompile(`:\w+`)

// readRoutes are the paths as patterns of path.Match.
func readRoutes() (patterns []string) {
	var routes map[string]string
	if err := json.Unmarshal(routesJSON, &routes); err != nil {
		panic(err) // the file is part of the program
	}
	for _, route := range routes {
		patterns = append(patterns, parameter.ReplaceAllString(route, "*"))
	}
	return patterns
}
