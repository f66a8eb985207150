package janggi

import (
	"errors"
	"strings"
	"testing"
)

const startBoard = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR"

func TestParseFENReadsOtherLettersAndAShorterTail(t *testing.T) {
	for text, want := range map[string]string{
		startBoard + " w - - 0 1": startBoard + " w - - 0 1",
		"rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1": startBoard + " w - - 0 1",
		startBoard:                      startBoard + " w - - 0 1",
		startBoard + " b":               startBoard + " b - - 0 1",
		startBoard + " w -":             startBoard + " w - - 0 1",
		startBoard + " w - -":           startBoard + " w - - 0 1",
		startBoard + " b - - 7":         startBoard + " b - - 7 1",
		startBoard + " b - - 7 0":       startBoard + " b - - 7 1",
		" " + startBoard + "  b\t- -":   startBoard + " b - - 0 1",
		startBoard + " b - - 9999 9999": startBoard + " b - - 9999 9999",
		strings.ReplaceAll(startBoard, "9", "54") + " w - - 0 1": startBoard + " w - - 0 1",
		// checkmated, but a position all the same
		"3k1RP2/9/9/9/9/9/9/4RA3/3K5/9 b - - 0 1": "3k1RP2/9/9/9/9/9/9/4RA3/3K5/9 b - - 0 1",
	} {
		p, err := ParseFEN(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := p.FEN(); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

func TestParseFENRejectsMalformedText(t *testing.T) {
	for text, detail := range map[string]string{
		"":                          "one to six fields",
		startBoard + " w - - 0 1 x": "one to six fields",
		"9/9/9 w - - 0 1":           "3 rows",
		startBoard + "/9 w - - 0 1": "11 rows",
		strings.Replace(startBoard, "/9/", "/8/", 1):    "rank 6 has 8 points",
		strings.Replace(startBoard, "/9/", "/91/", 1):   "rank 6 has 10 points",
		strings.Replace(startBoard, "/9/", "/9p/", 1):   "rank 6 has more than 9 points",
		strings.Replace(startBoard, "/9/", "/0p8/", 1):  "no piece",
		strings.Replace(startBoard, "/9/", "/4q4/", 1):  "no piece",
		strings.Replace(startBoard, "/9/", "/4+p3/", 1): "no piece",
		strings.Replace(startBoard, "/9/", "/4장4/", 1):  "no piece",
		startBoard + " c - - 0 1":                       "side to move",
		startBoard + " W - - 0 1":                       "side to move",
		startBoard + " w KQkq - 0 1":                    "field 3",
		startBoard + " w - e3 0 1":                      "field 4",
		startBoard + " w - - -1 1":                      "turns since the last capture",
		startBoard + " w - - +1 1":                      "turns since the last capture",
		startBoard + " w - - 10000 1":                   "turns since the last capture",
		startBoard + " w - - 0 one":                     "move number",
		startBoard + " w - - 0 10000":                   "move number",
		startBoard + " w - - 0 99999999999999999999":    "move number",
	} {
		wantInvalid(t, text, detail)
	}
}

func TestParseFENRejectsImpossiblePositions(t *testing.T) {
	for text, detail := range map[string]string{
		"9/9/9/9/9/9/9/9/4K4/9 w - - 0 1":                    "han has no general",
		"4k4/9/9/9/9/9/9/9/9/9 w - - 0 1":                    "cho has no general",
		"3kk4/9/9/9/9/9/9/9/5K3/9 w - - 0 1":                 "han has more than 1 of the kind general",
		"4k4/9/9/9/9/9/9/4K4/5K3/9 w - - 0 1":                "cho has more than 1 of the kind general",
		"9/9/9/4k4/9/9/9/9/5K3/9 w - - 0 1":                  "han's general on e7 is outside",
		"4k4/9/9/9/9/9/9/9/2K6/9 w - - 0 1":                  "cho's general on c2 is outside",
		"5K3/9/9/9/9/9/9/9/4k4/9 w - - 0 1":                  "outside",
		"4k4/9/9/9/9/9/3A5/9/5K3/9 w - - 0 1":                "cho's guard on d4 is outside",
		"4k1a2/9/9/9/9/9/9/9/5K3/9 w - - 0 1":                "han's guard on g10 is outside",
		"4k4/9/9/9/9/9/9/P8/5K3/9 w - - 0 1":                 "cho's soldier on a3 is behind",
		"4k4/9/p8/9/9/9/9/9/5K3/9 w - - 0 1":                 "han's soldier on a8 is behind",
		"4k4/9/9/9/9/9/PPPPPP3/9/5K3/9 w - - 0 1":            "cho has more than 5 of the kind soldier",
		"4k4/9/9/rrr6/9/9/9/9/5K3/9 w - - 0 1":               "han has more than 2 of the kind chariot",
		"4k4/9/9/9/9/9/9/4R4/5K3/9 w - - 0 1":                "han is in check and not to move",
		"4k4/9/9/9/9/9/9/5r3/5K3/9 b - - 0 1":                "cho is in check and not to move",
		"5k3/4a4/3CN4/9/1PP5p/9/8P/4C4/4A4/2B1K4 w - - 0 46": "han is in check and not to move",
	} {
		wantInvalid(t, text, detail)
	}
}

func wantInvalid(t *testing.T, text, detail string) {
	t.Helper()
	_, err := ParseFEN(text)
	var invalid *InvalidPositionError
	if !errors.As(err, &invalid) || !strings.Contains(invalid.Detail, detail) || err.Error() != "invalid position: "+invalid.Detail {
		t.Errorf("%q: error %v, want %q", text, err, detail)
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add(startBoard + " w - - 0 1")
	f.Add(startBoard + " b")
	f.Add("4k4/9/9/9/9/9/9/4R4/5K3/9 w - - 0 1")
	f.Add("99999999999/k/K/R///// x")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			var invalid *InvalidPositionError
			if !errors.As(err, &invalid) {
				t.Fatalf("%q: error of type %T", text, err)
			}
			return
		}
		fen := p.FEN()
		if again := mustParse(t, fen); again != p || again.FEN() != fen {
			t.Fatalf("%q is read as %s, and that as %s", text, fen, again.FEN())
		}
	})
}

func TestCountersBeyondTheirBoundAreReadAgain(t *testing.T) {
	p, err := ParseFEN(startBoard + " b - - 9999 9999")
	if err != nil {
		t.Fatal(err)
	}
	p.Play(Pass) // Han's turn raises both
	if _, err := ParseFEN(p.FEN()); err != nil {
		t.Errorf("%s: %v", p.FEN(), err)
	}
}
