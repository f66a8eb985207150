package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// rulesetTags are the names of the tag that has the ruleset, the Korean
// record's first: a preset, and options in which the game differs from it, as
// in standard turn_limit=200.
var rulesetTags = []string{"규칙", "Ruleset"}

var recordRuleset, _ = game.RulesetNamed(game.RecordPreset)

// everyRule are all options of a ruleset, also one that an event leaves out.
type everyRule struct {
	janggi.Rules
	DoublePass janggi.DoublePass `json:"double_pass"`
}

func options(r janggi.Rules) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	text, err := json.Marshal(everyRule{r, r.DoublePass})
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		panic(err) // a game's rules are valid
	}
	return all
}

// rulesetText writes a ruleset for a tag; "" for that of records as it is,
// which needs none.
func rulesetText(r game.Ruleset) string {
	preset, known := game.RulesetNamed(r.Preset)
	if !known {
		preset = recordRuleset
	}
	if preset.Preset == game.RecordPreset && r.Rules == preset.Rules {
		return ""
	}
	text, usual, own := preset.Preset, options(preset.Rules), options(r.Rules)
	for _, option := range slices.Sorted(maps.Keys(own)) {
		if !bytes.Equal(own[option], usual[option]) {
			text += " " + option + "=" + strings.Trim(string(own[option]), `"`)
		}
	}
	return text
}

// parseRuleset reads the output of rulesetText.
func parseRuleset(text string) (game.Ruleset, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return game.Ruleset{}, errors.New("it is empty")
	}
	ruleset, known := game.RulesetNamed(words[0])
	if !known {
		return game.Ruleset{}, fmt.Errorf("there is no preset %q", clipped(words[0], maxWord))
	}
	changed := map[string]json.RawMessage{}
	for _, word := range words[1:] {
		option, value, _ := strings.Cut(word, "=")
		raw := json.RawMessage(value)
		if !json.Valid(raw) {
			raw, _ = json.Marshal(value) // a string always can be
		}
		changed[option] = raw
	}
	return changeRuleset(ruleset, changed)
}

// changeRuleset changes single options of a ruleset.
func changeRuleset(ruleset game.Ruleset, changed map[string]json.RawMessage) (game.Ruleset, error) {
	usual := options(ruleset.Rules)
	for option := range changed {
		if _, known := usual[option]; !known {
			return game.Ruleset{}, fmt.Errorf("there is no option %q", clipped(option, maxWord))
		}
	}
	text, err := json.Marshal(changed)
	if err == nil {
		err = json.Unmarshal(text, &ruleset.Rules)
	}
	if err == nil {
		err = ruleset.Validate()
	}
	return ruleset, err
}

// rulesetOfJSON reads the name of a preset, or an object with it and all or
// some options.
func rulesetOfJSON(raw json.RawMessage) (game.Ruleset, error) {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		return parseRuleset(name)
	}
	changed := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &changed); err != nil {
		return game.Ruleset{}, errors.New("it is neither a preset nor an object")
	}
	if preset, has := changed["preset"]; has {
		if json.Unmarshal(preset, &name) != nil {
			return game.Ruleset{}, errors.New("its preset is no text")
		}
		delete(changed, "preset")
	} else {
		name = game.DefaultPreset
	}
	ruleset, known := game.RulesetNamed(name)
	if !known {
		return game.Ruleset{}, fmt.Errorf("there is no preset %q", clipped(name, maxWord))
	}
	return changeRuleset(ruleset, changed)
}

// readRuleset finds a record's rules.
func (g *Game) readRuleset() {
	tag := g.findTag(rulesetTags...)
	if tag == nil || known(tag.Value) == "" {
		return
	}
	ruleset, err := parseRuleset(tag.Value)
	if err != nil {
		g.warn(tag.Line, fmt.Sprintf("the tag %s, %q, names no rules of this server: %v", tag.Name, clipped(tag.Value, maxWord), err))
		return
	}
	g.Ruleset = &ruleset
}

// isRulesetTag reports whether a tag holds rules, which writers generate anew.
func isRulesetTag(tag Tag) bool {
	if !slices.Contains(rulesetTags, tag.Name) {
		return false
	}
	_, err := parseRuleset(tag.Value)
	return err == nil
}
