package game

import "github.com/janggid/janggid/domain/janggi"

// Ruleset is a game's rule options and the preset that they were taken from.
// Single options may differ from the preset's.
type Ruleset struct {
	Preset string `json:"preset"`
	janggi.Rules
}

// DefaultPreset is the ruleset of a game that names none.
const DefaultPreset = "standard"

// RulesetNamed is a preset as it is; false if there is none of that name.
func RulesetNamed(name string) (Ruleset, bool) {
	preset, ok := janggi.PresetNamed(name)
	return Ruleset{Preset: preset.Name, Rules: preset.Rules}, ok
}
