package janggi

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestRulesAreTheRulesetObject(t *testing.T) {
	preset, _ := PresetNamed("standard")
	got, err := json.Marshal(preset.Rules)
	want := `{"bikjang":"off","settle":"points","repetition":"ends","perpetual_check":"ignored","low_material":null,` +
		`"turn_limit":400,"no_capture_limit":null,"bikjang_over_check":false,"deom":1.5}`
	if err != nil || string(got) != want {
		t.Errorf("%s (%v)\nwant %s", got, err, want)
	}
}

func TestRulesSurviveJSON(t *testing.T) {
	for _, rules := range demandingRules(t) {
		text, err := json.Marshal(rules)
		if err != nil {
			t.Fatal(err)
		}
		back := Rules{TurnLimit: 8, NoCaptureLimit: 8, LowMaterial: 8, Deom: 8}
		if err := json.Unmarshal(text, &back); err != nil || back != rules {
			t.Errorf("%s is read %+v (%v), want %+v", text, back, err, rules)
		}
	}
}

func TestAnOptionLeftOutKeepsItsValue(t *testing.T) {
	preset, _ := PresetNamed("tournament")
	rules := preset.Rules
	if err := json.Unmarshal([]byte(`{"deom": 0, "low_material": null}`), &rules); err != nil {
		t.Fatal(err)
	}
	want := preset.Rules
	want.Deom, want.LowMaterial = 0, 0
	if rules != want {
		t.Errorf("%+v, want %+v", rules, want)
	}
}

func TestInvalidOptions(t *testing.T) {
	tests := []struct{ options, field string }{
		{`{"bikjang": "on"}`, "bikjang"},
		{`{"bikjang": ""}`, "bikjang"},
		{`{"bikjang": "OFF"}`, "bikjang"},
		{`{"settle": "dice"}`, "settle"},
		{`{"repetition": "never"}`, "repetition"},
		{`{"perpetual_check": "wins"}`, "perpetual_check"},
		{`{"double_pass": "draws"}`, "double_pass"},
		{`{"turn_limit": 1}`, "turn_limit"},
		{`{"turn_limit": 3}`, "turn_limit"},
		{`{"turn_limit": -2}`, "turn_limit"},
		{`{"turn_limit": 2002}`, "turn_limit"},
		{`{"no_capture_limit": 1}`, "no_capture_limit"},
		{`{"no_capture_limit": 2001}`, "no_capture_limit"},
		{`{"no_capture_limit": -1}`, "no_capture_limit"},
		{`{"low_material": -30}`, "low_material"},
		{`{"low_material": 73}`, "low_material"},
		{`{"deom": -0.5}`, "deom"},
		{`{"deom": 72.5}`, "deom"},
		{`{"deom": 1.3}`, "deom"},
		{`{"turn_limit": 0}`, ""},
		{`{"low_material": 29.5}`, ""},
		{`{"no_capture_limit": 1e99}`, ""},
	}
	for _, test := range tests {
		preset, _ := PresetNamed("standard")
		rules := preset.Rules
		err := json.Unmarshal([]byte(test.options), &rules)
		if err == nil {
			err = rules.Validate()
		}
		var invalid *InvalidRulesError
		if !errors.As(err, &invalid) || invalid.Field != test.field || invalid.Detail == "" {
			t.Errorf("%s: %v, want invalid rules of %q", test.options, err, test.field)
		}
	}
}

func TestOptionsOfAnotherTypeAreNoOptions(t *testing.T) {
	for _, options := range []string{`{"turn_limit": "400"}`, `{"turn_limit": true}`, `{"deom": "1.5"}`, `{"deom": null}`, `{"bikjang": 1}`,
		`{"bikjang_over_check": "yes"}`} {
		var rules Rules
		if err := json.Unmarshal([]byte(options), &rules); err == nil {
			t.Errorf("%s is read as %+v", options, rules)
		}
	}
}

func TestOptionsAtTheirBounds(t *testing.T) {
	for _, options := range []string{`{"turn_limit": 2}`, `{"turn_limit": 2000}`, `{"turn_limit": null}`, `{"no_capture_limit": 2}`,
		`{"no_capture_limit": 2000}`, `{"no_capture_limit": 3}`, `{"low_material": 1}`, `{"low_material": 72}`, `{"deom": 0}`, `{"deom": 0.5}`,
		`{"deom": 72}`} {
		rulesWith(t, options) // fails where they are not valid
	}
}

func TestValuesWithoutANameAreInvalid(t *testing.T) {
	for _, rules := range []Rules{{Bikjang: 3}, {Scoring: 2}, {Repetition: 4}, {PerpetualCheck: 2}, {DoublePass: 2}} {
		if rules.Validate() == nil {
			t.Errorf("%+v is valid", rules)
		}
		if text, err := json.Marshal(rules); err == nil {
			t.Errorf("%+v is written %s", rules, text)
		}
	}
}

func TestPresets(t *testing.T) {
	// as the table in section 7 of the rules has them
	want := map[string]string{
		"standard":       `{"turn_limit": 400}`,
		"standard-score": `{"bikjang": "score", "turn_limit": 400}`,
		"online":         `{"bikjang": "answer", "perpetual_check": "loses", "turn_limit": null}`,
		"simple":         `{"bikjang": "answer", "repetition": "off", "turn_limit": null}`,
		"tournament":     `{"bikjang": "answer", "perpetual_check": "loses", "low_material": 30, "turn_limit": null}`,
		"traditional": `{"bikjang": "answer", "bikjang_over_check": true, "settle": "draw", "perpetual_check": "loses",
			"no_capture_limit": 100, "turn_limit": null}`,
		"pychess": `{"bikjang": "answer", "bikjang_over_check": true, "perpetual_check": "loses", "no_capture_limit": 100, "turn_limit": null}`,
		"record":  `{"repetition": "off", "double_pass": "off", "turn_limit": null}`,
	}
	presets := Presets()
	if len(presets) != len(want) || presets[0].Name != DefaultPreset {
		t.Errorf("%d presets, the first %s", len(presets), presets[0].Name)
	}
	for _, p := range presets {
		if err := p.Rules.Validate(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if rules := rulesWith(t, want[p.Name]); p.Rules != rules {
			t.Errorf("%s is %+v, want %+v", p.Name, p.Rules, rules)
		}
		if p.Title == "" || p.Description == "" || p.Origin == "" {
			t.Errorf("%s is not described", p.Name)
		}
	}
	if _, ok := PresetNamed("Standard"); ok {
		t.Error("there is a preset named Standard")
	}
}

func TestPointsAreWrittenAsNumbers(t *testing.T) {
	for points, want := range map[Points]string{147: "73.5", 144: "72", 0: "0", 1: "0.5", -1: "-0.5", -3: "-1.5"} {
		text, err := json.Marshal(points)
		if err != nil || string(text) != want {
			t.Errorf("%d halves are written %s (%v), want %s", int(points), text, err, want)
		}
		var back Points
		if err := json.Unmarshal(text, &back); err != nil || back != points {
			t.Errorf("%s is read %d (%v), want %d", text, int(back), err, int(points))
		}
	}
}

func TestOutcomeWords(t *testing.T) {
	reasons := "checkmate time resignation bikjang double_pass repetition perpetual_check no_capture_limit turn_limit agreement abandoned adjudication aborted"
	for i, word := range strings.Fields(reasons) {
		var r EndReason
		if err := r.UnmarshalText([]byte(word)); err != nil || r != EndReason(i) || r.String() != word {
			t.Errorf("%s is %v (%v), want %v", word, r, err, EndReason(i))
		}
	}
	for i, word := range []string{"none", "cho", "han", "draw"} {
		var r Result
		if err := r.UnmarshalText([]byte(word)); err != nil || r != Result(i) || r.String() != word {
			t.Errorf("%s is %v (%v), want %v", word, r, err, Result(i))
		}
	}
	for _, side := range []Side{Cho, Han} {
		if winner, ok := WinFor(side).Winner(); !ok || winner != side {
			t.Errorf("who wins for %v is %v", side, winner)
		}
	}
	if _, ok := Draw.Winner(); ok {
		t.Error("a draw has a winner")
	}
	var r EndReason
	if err := r.UnmarshalText([]byte("boredom")); err == nil {
		t.Error("boredom is a reason")
	}
}
