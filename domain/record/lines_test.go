package record

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestALineThatIsTooLongCostsItsGameAndNoOther(t *testing.T) {
	long := strings.Repeat("긴 말 ", maxLine/6)
	pgn := "[Variant \"Janggi\"]\n\n1. a4b4 %s 1-0\n\n"
	tests := []struct {
		format    Format
		good, bad string
	}{
		{Gib, head + "1. 79졸78\n\n", head + "1. 79졸78 {" + long + "}\n2. 41병42\n\n"},
		{Gib, head + "1. 79졸78\r\n\r\n", head + "1. 79졸78\r\n{" + long + long + "\r\n}\r\n"},
		{PGN, strings.Replace(pgn, "%s", "", 1), strings.Replace(pgn, "%s", "{"+long+"}", 1)},
		{UCI, "startpos moves i4h4\n", "startpos moves i4h4 " + long + "\n"},
	}
	for _, test := range tests {
		var reasons []string
		for g, err := range readAs(strings.NewReader(test.good+test.bad+test.good), test.format) {
			if err != nil {
				t.Fatal(err)
			}
			reasons = append(reasons, g.Unreadable)
		}
		if len(reasons) != 3 || reasons[0] != "" || !strings.HasSuffix(reasons[1], " is longer than 1 MiB") || reasons[2] != "" {
			t.Errorf("%s: %q", test.format, reasons)
		}
	}
}

func TestASmallFileThatBreaksOffHasItsGamesBefore(t *testing.T) {
	gone := errors.New("gone")
	whole := "startpos moves i4h4\n"
	games := 0
	for _, err := range readAs(io.MultiReader(strings.NewReader(whole+whole+whole+"startpos mov"), iotest.ErrReader(gone)), "") {
		if err == nil {
			games++
		} else if !errors.Is(err, gone) {
			t.Error(err)
		}
	}
	if games < 2 || games > 3 {
		t.Errorf("%d games, want those before the break", games)
	}
}
