package record

import (
	"strings"
	"testing"
)

const jsonGame = `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":null}`

func TestWhatIsNoWholeJSONIsToldInWords(t *testing.T) {
	tests := []struct {
		text  string
		games int
		want  string
	}{
		{"[" + jsonGame, 1, "the list has no end"},
		{"[" + jsonGame + ",", 1, "the list has no end"},
		{"[" + jsonGame + "]x", 1, "this is no JSON"},
		{"[" + jsonGame + "]" + jsonGame, 1, "something stands after the list"},
		{jsonGame + jsonGame[:20], 1, "the file ends in the middle of a value"},
		{"[" + jsonGame + "]\n", 1, ""},
		{"[]", 0, ""},
	}
	for _, test := range tests {
		games, trouble := 0, ""
		for _, err := range readDocs(strings.NewReader(test.text)) {
			if err == nil {
				games++
			} else {
				trouble = err.Error()
			}
		}
		if games != test.games || !strings.Contains(trouble, test.want) || (trouble == "") != (test.want == "") {
			t.Errorf("%s: %d games, %q; want %d, %q", test.text, games, trouble, test.games, test.want)
		}
	}
}

func TestWhatAJSONGameSaysWrong(t *testing.T) {
	with := func(more string) string { return strings.TrimSuffix(jsonGame, "}") + "," + more + "}" }
	tests := []struct{ text, unreadable, warning string }{
		{`{"moves":7}`, "moves must not be a number", "moves must not be a number"},
		{`7`, "a game must be an object, not a number", "a game must be an object"},
		{with(`"turn_clock":[]`), "", `the field "turn_clock" is not known`},
		{with(`"start_fen":"r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"`), "", "setups and start_fen tell different start positions"},
		{with(`"turn_clocks":[{"spent_ms":-1}]`), "", "turn_clocks of turn 1 cannot be"},
		{with(`"turn_clocks":[{"remaining_ms":99999999999999}]`), "", "turn_clocks of turn 1 cannot be"},
		{with(`"turn_clocks":[{"spent_ms":1},{"spent_ms":1}]`), "", "turn_clocks has 2 turns, moves has 1"},
	}
	for _, test := range tests {
		for g, err := range readDocs(strings.NewReader(test.text)) {
			if err != nil || g.Unreadable != test.unreadable || len(g.Warnings) == 0 || !strings.Contains(g.Warnings[0].Text, test.warning) {
				t.Errorf("%s: %q, %v, %v; want %q, %q", test.text, g.Unreadable, g.Warnings, err, test.unreadable, test.warning)
			}
			if len(g.Moves) > 0 && g.Moves[0].Clock != (Clock{}) {
				t.Errorf("%s has the clock %+v", test.text, g.Moves[0].Clock)
			}
		}
	}
}

func TestAGameOfTheAPIIsReadWithoutAWord(t *testing.T) {
	text := `{"id":"x","status":"ended","revision":7,"fen":"","labels":{},` + jsonGame[1:]
	for g := range readDocs(strings.NewReader(text)) {
		if len(g.Warnings) != 1 || g.Warnings[0].Text != "nothing tells the result" {
			t.Errorf("%v", g.Warnings)
		}
	}
}
