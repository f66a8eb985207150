package chat

import (
	"strings"
	"testing"
)

func TestWhoReadsAndPostsWhere(t *testing.T) {
	for _, c := range []struct {
		name       string
		who        Standing
		room       Room
		read, post bool
	}{
		{"a player among players", Standing{Plays: true}, Players, true, true},
		{"a player among spectators", Standing{Plays: true}, Spectators, false, false},
		{"a spectator among spectators", Standing{}, Spectators, true, true},
		{"a spectator among players", Standing{}, Players, false, false},
		{"a player among spectators, after the end", Standing{Plays: true, Over: true}, Spectators, true, true},
		{"a spectator among players, after the end", Standing{Over: true}, Players, true, false},
		{"a player among players, after the end", Standing{Plays: true, Over: true}, Players, true, true},
		{"a spectator among spectators, after the end", Standing{Over: true}, Spectators, true, true},
	} {
		if read, post := c.who.MayRead(c.room), c.who.MayPost(c.room); read != c.read || post != c.post {
			t.Errorf("%s: reads %t, posts %t; want %t, %t", c.name, read, post, c.read, c.post)
		}
	}
}

func TestCleanText(t *testing.T) {
	long := strings.Repeat("말", MaxTextRunes)
	for _, c := range []struct{ text, want string }{
		{" 장군! ", "장군!"},
		{"one\ntwo", "one\ntwo"},
		{"👩\u200d🌾", "👩\u200d🌾"},
		{"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
		{"\u3000장군\u3000멍군\u00a0!\u3000", "장군\u3000멍군\u00a0!"},
		{"a\tb\r\nc\t", "a b\nc"},
		{"각\u3164", "각\u3164"},
		{long, long},
	} {
		if got, err := CleanText(c.text); err != nil || got != c.want {
			t.Errorf("%q: %q, %v", c.text, got, err)
		}
	}
	for _, text := range []string{"", "  \n", long + "!", "a\x00b", "a\u2028b", "\u202eabc", "\xff", "\u3000\u00a0\t", "\u200d", "\u3164", "\u2800", "\ufe0f", "\u115f\u1160\uffa0", "\U000E0067", "\u2800\n\u200d\u3164"} {
		if got, err := CleanText(text); err == nil {
			t.Errorf("%q is taken as %q", text, got)
		}
	}
}

func TestParseRoom(t *testing.T) {
	for _, name := range []string{"players", "spectators"} {
		if room, err := ParseRoom(name); err != nil || string(room) != name {
			t.Errorf("%s: %s, %v", name, room, err)
		}
	}
	if _, err := ParseRoom("kitchen"); err == nil {
		t.Error("there is a kitchen")
	}
}
