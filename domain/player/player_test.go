package player

import (
	"strings"
	"testing"
)

func TestCleanName(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a plain name", "Ann", "Ann"},
		{"Korean", "이창호", "이창호"},
		{"an emoji", "초나라 🐉", "초나라 🐉"},
		{"Persian with a joiner", "علی\u200Cرضا", "علی\u200Cرضا"},
		{"outer space goes", " \t Ann Lee\n", "Ann Lee"},
		{"forty characters, however many bytes", strings.Repeat("한", 40), strings.Repeat("한", 40)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := CleanName(tt.in); err != nil || got != tt.want {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestCleanNameRefuses(t *testing.T) {
	tests := []struct{ name, in string }{
		{"nothing", ""},
		{"only space", " \t\n"},
		{"forty-one characters", strings.Repeat("한", 41)},
		{"a line break inside", "Ann\nLee"},
		{"a control character", "Ann\x00"},
		{"a text direction override", "Ann\u202E"},
		{"invisible width", "An\u200Bn"},
		{"a filler of Hangul", "\u3164"},
		{"empty Braille", "\u2800"},
		{"a filler behind a name", "Ann\u3164"},
		{"a selector behind a name", "Ann\uFE0F"},
		{"a joiner between Latin letters", "An\u200Dn"},
		{"broken UTF-8", "Ann\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := CleanName(tt.in); err == nil {
				t.Errorf("accepted as %q", got)
			}
		})
	}
}

func TestEvolve(t *testing.T) {
	s := Evolve(State{}, Registered{Name: "Ann"})
	if s.Name != "Ann" {
		t.Errorf("registered as %q", s.Name)
	}
	if renamed := Evolve(s, Renamed{Name: "Anna"}); renamed.Name != "Anna" || s.Name != "Ann" {
		t.Errorf("renamed %q, before %q", renamed.Name, s.Name)
	}
}
