package body_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// request has one field of every kind that requests are made of.
type request struct {
	Move     string            `json:"move"`
	Ply      *int              `json:"ply"`
	Small    int8              `json:"small"`
	Factor   float64           `json:"factor"`
	Yes      bool              `json:"yes"`
	Side     janggi.Side       `json:"side"`
	Moves    []string          `json:"moves"`
	Labels   map[string]string `json:"labels"`
	Anything any               `json:"anything"`
	Opponent struct {
		Type string `json:"type"`
	} `json:"opponent"`
	Time  game.TimeControl `json:"time_control"`
	Rules game.Ruleset     `json:"rules"`
	Named named            `json:"named"`
}

// named is a name or an object, and reads the object by the same rules.
type named struct {
	Name  string
	Level int `json:"level"`
	Deep  struct {
		Ply int `json:"ply"`
	} `json:"deep"`
}

func (n *named) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		n.Name = string(b[1 : len(b)-1])
		return nil
	}
	type plain named
	return body.Decode(b, (*plain)(n))
}

func TestDecodeReadsWhatIsRight(t *testing.T) {
	tests := []struct {
		name, data string
		want       func(*request)
	}{
		{"nothing is an empty object", "", func(*request) {}},
		{"white space is an empty object", " \r\n\t", func(*request) {}},
		{"space around the object", "\n {\"move\":\"pass\"} \n", func(r *request) { r.Move = "pass" }},
		{"a move", `{"move":"a4b4","ply":12}`, func(r *request) { r.Move, r.Ply = "a4b4", new(12) }},
		{"null for a pointer", `{"ply":null}`, func(*request) {}},
		{"null for anything", `{"anything":null}`, func(*request) {}},
		{"null for a type that reads it", `{"rules":{"turn_limit":null}}`, func(*request) {}},
		{"the word null in a string", `{"move":"null","small":1}`, func(r *request) { r.Move, r.Small = "null", 1 }},
		{"negative numbers", `{"small":-128,"factor":-1.5e-1}`, func(r *request) { r.Small, r.Factor = -128, -0.15 }},
		{"escapes", `{"move":"\u0041\ud83d\ude00\"\\"}`, func(r *request) { r.Move = "A😀\"\\" }},
		{"names of a map are free", `{"labels":{"League":"7","":"x"}}`, func(r *request) {
			r.Labels = map[string]string{"League": "7", "": "x"}
		}},
		{"text of a type", `{"side":"han"}`, func(r *request) { r.Side = janggi.Han }},
		{"an embedded struct", `{"rules":{"preset":"online","bikjang":"answer"}}`, func(r *request) {
			r.Rules.Preset, r.Rules.Bikjang = "online", janggi.BikjangAnswer
		}},
		{"a type of two forms", `{"named":"x"}`, func(r *request) { r.Named.Name = "x" }},
		{"the other form", `{"named":{"level":3}}`, func(r *request) { r.Named.Level = 3 }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got, want request
			test.want(&want)
			if err := body.Decode([]byte(test.data), &got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestDecodeKeepsWhatIsNotNamed(t *testing.T) {
	got := request{Move: "pass", Small: 3}
	got.Rules.TurnLimit = 400
	if err := body.Decode([]byte(`{"small":4,"rules":{"bikjang":"score"}}`), &got); err != nil {
		t.Fatal(err)
	}
	if got.Move != "pass" || got.Small != 4 || got.Rules.TurnLimit != 400 || got.Rules.Bikjang != janggi.BikjangScore {
		t.Errorf("got %+v", got)
	}
}

func TestDecodeNamesTheFieldThatIsWrong(t *testing.T) {
	tests := []struct {
		name, data, field, detail string
	}{
		{"number for a string", `{"move":1}`, "move", "must be a string"},
		{"object for a string", `{"move":{}}`, "move", "must be a string"},
		{"string for a number", `{"ply":"1"}`, "ply", "must be a whole number, written as one"},
		{"fraction", `{"ply":1.5}`, "ply", "must be a whole number, written as one"},
		{"whole number with a point", `{"ply":1.0}`, "ply", "must be a whole number, written as one"},
		{"whole number with an exponent", `{"ply":1e2}`, "ply", "must be a whole number, written as one"},
		{"integer too large", `{"small":128}`, "small", "is too large or too small a number"},
		{"integer too large for any", `{"ply":99999999999999999999}`, "ply", "is too large or too small a number"},
		{"float too large", `{"factor":1e999}`, "factor", "is too large or too small a number"},
		{"number for a truth", `{"yes":1}`, "yes", "must be true or false"},
		{"null for a number", `{"small":null}`, "small", "must not be null"},
		{"null for a string", `{"move":null}`, "move", "must not be null"},
		{"null for a struct", `{"opponent":null}`, "opponent", "must not be null"},
		{"null for a list", `{"moves":null}`, "moves", "must not be null"},
		{"null for a map", `{"labels":null}`, "labels", "must not be null"},
		{"null in a list", `{"moves":["a4b4",null]}`, "moves.1", "must not be null"},
		{"null in a map", `{"labels":{"a":null}}`, "labels.a", "must not be null"},
		{"null for a text type", `{"side":null}`, "side", "must not be null"},
		{"list for an object", `{"opponent":[]}`, "opponent", "must be an object"},
		{"object for a list", `{"moves":{}}`, "moves", "must be an array"},
		{"wrong element", `{"moves":["a4b4",3]}`, "moves.1", "must be a string"},
		{"wrong value in a map", `{"labels":{"league":7}}`, "labels.league", "must be a string"},
		{"number for a text type", `{"side":1}`, "side", "must be a string"},
		{"a word of no side", `{"side":"x"}`, "side", `side "x" is neither cho nor han`},
		{"twice", `{"move":"a","ply":1,"move":"b"}`, "move", "is given twice"},
		{"twice, once escaped", `{"move":"a","\u006dove":"b"}`, "move", "is given twice"},
		{"twice, deeper", `{"opponent":{"type":"a","type":"b"}}`, "opponent.type", "is given twice"},
		{"twice in a map", `{"labels":{"a":"1","a":"2"}}`, "labels.a", "is given twice"},
		{"twice in a type of its own", `{"time_control":{"type":"unlimited","type":"per_move"}}`, "time_control.type", "is given twice"},
		{"wrong in a type of its own", `{"time_control":{"type":"per_move","per_move_ms":"a"}}`, "time_control.per_move_ms", "must be a whole number, written as one"},
		{"wrong where Decode is nested", `{"named":{"deep":{"ply":"x"}}}`, "named.deep.ply", "must be a whole number, written as one"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := body.Decode([]byte(test.data), new(request))
			var got *body.FieldError
			if !errors.As(err, &got) || got.Field != test.field || got.Detail != test.detail {
				t.Errorf("got %T %v, want %s: %s", err, err, test.field, test.detail)
			}
		})
	}
}

func TestDecodeRefusesUnknownFields(t *testing.T) {
	tests := []struct{ name, data, field string }{
		{"unknown", `{"mvoe":"a4b4"}`, "mvoe"},
		{"another case", `{"Move":"a4b4"}`, "Move"},
		{"deeper", `{"opponent":{"level":"x"}}`, "opponent.level"},
		{"in an embedded struct", `{"rules":{"Bikjang":"off"}}`, "rules.Bikjang"},
		{"where Decode is nested", `{"named":{"deep":{"x":1}}}`, "named.deep.x"},
		{"the Go name of a field with a JSON name", `{"Named":1}`, "Named"},
		{"empty", `{"":1}`, ""},
		{"with the signs of a pointer", `{"a/b~c":1}`, "a/b~c"},
		{"very long, in the answer cut between characters", `{"a` + strings.Repeat("졸", 40) + `":1}`, "a" + strings.Repeat("졸", 33) + "…"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := body.Decode([]byte(test.data), new(request))
			var got *body.UnknownFieldError
			if !errors.As(err, &got) || got.Field != test.field {
				t.Errorf("got %T %v, want the unknown field %s", err, err, test.field)
			}
		})
	}
}

func TestDecodeRefusesWhatIsNoObject(t *testing.T) {
	nested := func(levels int) string {
		return `{"anything":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	if err := body.Decode([]byte(nested(body.MaxDepth)), new(request)); err != nil {
		t.Errorf("%d levels: %v", body.MaxDepth, err)
	}
	tests := []struct{ name, data string }{
		{"a list", `[]`},
		{"a string", `"x"`},
		{"null", `null`},
		{"a number", `1`},
		{"no JSON", `move=a4b4`},
		{"a byte order mark", "\ufeff{}"},
		{"two objects", `{}{}`},
		{"something behind", `{"move":"a"} x`},
		{"cut", `{"move":"a`},
		{"cut in an escape", `{"move":"\`},
		{"cut before a value", `{"move":`},
		{"no value", `{"move":}`},
		{"a comma too much", `{"move":"a",}`},
		{"single quotes", `{'move':'a'}`},
		{"a comment", `{/**/}`},
		{"a literal that is none", `{"yes":nul}`},
		{"NaN", `{"factor":NaN}`},
		{"a leading zero", `{"small":01}`},
		{"a plus", `{"small":+1}`},
		{"text that is not UTF-8", "{\"move\":\"\xff\"}"},
		{"half a surrogate pair", `{"move":"\ud800"}`},
		{"a control character", "{\"move\":\"\n\"}"},
		{"too deep", nested(body.MaxDepth + 1)},
		{"very deep", strings.Repeat(`{"a":`, 100_000)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := body.Decode([]byte(test.data), new(request))
			var got *body.SyntaxError
			if !errors.As(err, &got) || got.Detail == "" || got.Offset < 0 || got.Offset > int64(len(test.data)) {
				t.Errorf("got %T %v, want a syntax error", err, err)
			}
		})
	}
}

func TestDecodeKeepsTheErrorsOfTypes(t *testing.T) {
	err := body.Decode([]byte(`{"time_control":{"type":"blitz"}}`), new(request))
	var invalidTime *game.InvalidTimeControlError
	if !errors.As(err, &invalidTime) || invalidTime.Field != "type" {
		t.Errorf("from UnmarshalJSON: %v", err)
	}
	err = body.Decode([]byte(`{"rules":{"bikjang":"never"}}`), new(request))
	var invalidRules *janggi.InvalidRulesError
	if !errors.As(err, &invalidRules) || invalidRules.Field != "bikjang" {
		t.Errorf("from UnmarshalText: %v", err)
	}
	var field *body.FieldError
	if !errors.As(err, &field) || field.Field != "rules.bikjang" {
		t.Errorf("the field is %v", err)
	}
}
