package eventstore

import "testing"

func TestParsePositionReadsWhatStringWrote(t *testing.T) {
	for _, p := range []Position{0, 1, 1 << 40, 1<<63 - 1} {
		got, err := ParsePosition(p.String())
		if err != nil || got != p {
			t.Errorf("ParsePosition(%q) = %d, %v", p.String(), got, err)
		}
	}
}

func TestParsePositionRefusesWhatIsNone(t *testing.T) {
	for _, s := range []string{"", "-1", "1.5", "x", "9223372036854775808"} {
		if got, err := ParsePosition(s); err == nil {
			t.Errorf("ParsePosition(%q) = %d, want an error", s, got)
		}
	}
}
