package games

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
)

// maxTagParams bounds the tags that a list may be asked for by.
const maxTagParams = 10

// tagsParam reads tags of records given as name:value.
func tagsParam(c echo.Context) (tags []game.SourceTag, err error) {
	for _, text := range c.QueryParams()["tag"] {
		name, value, ok := strings.Cut(text, ":")
		if !ok || name == "" || value == "" || len(tags) == maxTagParams {
			return nil, rest.BadField("tag", fmt.Sprintf("must be name:value, and given %d times at most", maxTagParams))
		}
		tags = append(tags, game.SourceTag{Name: name, Value: value})
	}
	return tags, nil
}
