package janggi

import "testing"

// TestPlayKeepsEverythingInStep reparses the FEN of each position in random games:
// the incrementally updated bitboards, key, material and counters must match.
func TestPlayKeepsEverythingInStep(t *testing.T) {
	rng := seededRand(3)
	for range 20 {
		for _, p := range playedPositions(rng, 150) {
			if again := mustParse(t, p.FEN()); again != p {
				t.Fatalf("%s:\n got %+v\nwant %+v", p.FEN(), p, again)
			}
		}
	}
}

func TestPlayReturnsTheCapturedPieceAndCountsTurns(t *testing.T) {
	p := mustParse(t, "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 5 7")
	if p.TurnsSinceCapture() != 5 || p.MoveNumber() != 7 || p.SideToMove() != Cho || p.General(Han) != NewPoint(4, 8) {
		t.Errorf("read as %d turns, move %d, %s to move, Han's general on %s", p.TurnsSinceCapture(), p.MoveNumber(), p.SideToMove(), p.General(Han))
	}
	for _, step := range []struct {
		move     string
		captured Piece
		fen      string
		cho, han int
	}{
		{"e4e5", NoPiece, "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/4P4/P1P3P1P/1C5C1/4K4/RNBA1ABNR b - - 6 7", 72, 72},
		{"e7e6", NoPiece, "rnba1abnr/4k4/1c5c1/p1p3p1p/4p4/4P4/P1P3P1P/1C5C1/4K4/RNBA1ABNR w - - 7 8", 72, 72},
		{"e5e6", NewPiece(Han, Soldier), "rnba1abnr/4k4/1c5c1/p1p3p1p/4P4/9/P1P3P1P/1C5C1/4K4/RNBA1ABNR b - - 0 8", 72, 70},
		{"pass", NoPiece, "rnba1abnr/4k4/1c5c1/p1p3p1p/4P4/9/P1P3P1P/1C5C1/4K4/RNBA1ABNR w - - 1 9", 72, 70},
		{"pass", NoPiece, "rnba1abnr/4k4/1c5c1/p1p3p1p/4P4/9/P1P3P1P/1C5C1/4K4/RNBA1ABNR b - - 2 9", 72, 70},
	} {
		m, err := ParseMove(step.move)
		if err != nil {
			t.Fatal(err)
		}
		if captured := p.Play(m); captured != step.captured {
			t.Errorf("%s captures %c, want %c", m, captured.Letter(), step.captured.Letter())
		}
		if p.FEN() != step.fen || p.Material(Cho) != step.cho || p.Material(Han) != step.han {
			t.Errorf("after %s: %s, material %d and %d", m, p.FEN(), p.Material(Cho), p.Material(Han))
		}
	}
}

func TestKeyTellsPositionsApartByPiecesAndTurnOnly(t *testing.T) {
	base := mustParse(t, "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1")
	for _, other := range []struct {
		fen  string
		same bool
	}{
		{"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 12 40", true},
		{"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", false},
		{"3k5/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", false},
		{"4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1", false},
		{"4k4/9/9/9/9/9/9/9/C8/3K5 w - - 0 1", false},
		{"4k4/9/9/9/9/9/9/9/r8/3K5 w - - 0 1", false},
	} {
		p := mustParse(t, other.fen)
		if (p.Key() == base.Key()) != other.same {
			t.Errorf("%s: same key %v", other.fen, !other.same)
		}
	}
	passed := base
	passed.Play(Pass)
	if passed.Key() == base.Key() {
		t.Error("a pass does not change the key")
	}
	passed.Play(Pass)
	if passed.Key() != base.Key() {
		t.Error("two passes do not restore the key")
	}
}

func TestStartPositionLinesUpEachSideFromItsOwnLeft(t *testing.T) {
	back := map[Setup]struct{ cho, han string }{
		HEHE: {"RNBA1ANBR", "rbna1abnr"}, // Cho H E H E, Han E H E H from file a
		EHEH: {"RBNA1ABNR", "rnba1anbr"},
		HEEH: {"RNBA1ABNR", "rnba1abnr"},
		EHHE: {"RBNA1ANBR", "rbna1anbr"},
	}
	for _, cho := range Setups() {
		for _, han := range Setups() {
			p := StartPosition(cho, han)
			want := back[han].han + "/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/" + back[cho].cho + " w - - 0 1"
			if p.FEN() != want {
				t.Errorf("Cho %s, Han %s: %s, want %s", cho, han, p.FEN(), want)
			}
			if again := mustParse(t, want); again != p {
				t.Errorf("Cho %s, Han %s differs from its FEN", cho, han)
			}
		}
	}
}
