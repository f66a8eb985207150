package picture

import (
	"reflect"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestParseMarks(t *testing.T) {
	e4, _ := janggi.ParsePoint("e4")
	tests := []struct {
		text string
		want Marks
		ok   bool
	}{
		{"all", AllMarks(), true},
		{"none", Marks{}, true},
		{"last,check", Marks{Last: true, Check: true}, true},
		{"coordinates,facing,e4,e4", Marks{Coordinates: true, Facing: true, Points: []janggi.Point{e4}}, true},
		{"e4,all", Marks{Coordinates: true, Last: true, Check: true, Facing: true, Points: []janggi.Point{e4}}, true},
		{"", Marks{}, false},
		{"last,", Marks{}, false},
		{"j4", Marks{}, false},
		{"none,last", Marks{}, false},
	}
	for _, tt := range tests {
		got, err := ParseMarks(tt.text)
		if (err == nil) != tt.ok || tt.ok && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %+v, %v; want %+v", tt.text, got, err, tt.want)
		}
	}
}

func TestParseLettering(t *testing.T) {
	for text, want := range map[string]Lettering{"hanja": Hanja, "zh": Hanja, "hangul": Hangul, "ko": Hangul, "letters": Letters, "en": Letters} {
		if got, err := ParseLettering(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := ParseLettering("kr"); err == nil {
		t.Error("kr is read")
	}
}
