package api

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
)

// rulesetParam reads a ruleset from the query: a preset's name, or the object
// that a creation takes; nil where there is none.
func rulesetParam(c echo.Context) (*game.Ruleset, error) {
	if !c.QueryParams().Has("ruleset") {
		return nil, nil
	}
	text := []byte(c.QueryParam("ruleset"))
	if !strings.HasPrefix(strings.TrimSpace(string(text)), "{") {
		text, _ = json.Marshal(string(text)) // a string always can be
	}
	var b rulesetBody
	if err := b.UnmarshalJSON(text); err != nil {
		if _, ok := errors.AsType[*body.FieldError](err); ok {
			return nil, err
		}
		if p := valueProblem(err); p != nil {
			return nil, p
		}
		return nil, rest.BadField("ruleset", "must be a preset's name or an object")
	}
	ruleset := game.Ruleset(b)
	return &ruleset, ruleset.Validate()
}
