package view

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// RuleOptions shows every option, even if an event leaves it out.
type RuleOptions janggi.Rules

func (v RuleOptions) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		janggi.Rules
		DoublePass janggi.DoublePass `json:"double_pass"`
	}{janggi.Rules(v), v.DoublePass})
}

// Ruleset is a game's ruleset with every option.
type Ruleset game.Ruleset

func (v Ruleset) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		game.Ruleset
		DoublePass janggi.DoublePass `json:"double_pass"`
	}{game.Ruleset(v), v.DoublePass})
}

// RulesetBody is a preset's name, or an object that names a preset and changes
// some of its options.
type RulesetBody game.Ruleset

// UnmarshalJSON reads either form.
func (r *RulesetBody) UnmarshalJSON(b []byte) error {
	var named struct {
		Preset string `json:"preset"`
	}
	named.Preset = game.DefaultPreset
	inner := bytes.TrimSpace(b)
	if len(inner) > 0 && inner[0] == '{' {
		// The rest is read below; here only the preset matters.
		if err := json.Unmarshal(b, &named); err != nil {
			return &body.FieldError{Field: "preset", Detail: "must be a string"}
		}
	} else if err := json.Unmarshal(b, &named.Preset); err != nil {
		return &body.FieldError{Field: "", Detail: "must be a preset's name or an object"}
	}
	ruleset, ok := game.RulesetNamed(named.Preset)
	if !ok {
		return &janggi.InvalidRulesError{Field: "preset", Detail: fmt.Sprintf("there is no preset %q", named.Preset)}
	}
	if inner[0] == '{' {
		if err := body.Decode(b, &ruleset); err != nil {
			return err
		}
	}
	*r = RulesetBody(ruleset)
	return nil
}

// RulesetParam reads a ruleset from the query: a preset's name, or the object
// that a creation takes; nil if it is absent.
func RulesetParam(c echo.Context) (*game.Ruleset, error) {
	if !c.QueryParams().Has("ruleset") {
		return nil, nil
	}
	text := []byte(c.QueryParam("ruleset"))
	if !strings.HasPrefix(strings.TrimSpace(string(text)), "{") {
		text, _ = json.Marshal(string(text)) // a string always can be
	}
	var b RulesetBody
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
