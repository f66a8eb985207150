package record

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestReplayStopsAtTheFirstMoveThatIsNotLegal(t *testing.T) {
	tests := []struct {
		moves string
		ply   int
		text  string
		why   janggi.Reason
	}{
		{"1. 79졸78 2. 41병42 3. 78졸79 4. 42병43 5. 82포52", 4, "42병43", janggi.ReasonOwnPieceThere},
		{"1. 79졸78 2. 42병43", 2, "42병43", janggi.ReasonNoPiece},
		{"1. 79졸78 2. 41마42", 2, "41마42", janggi.ReasonWrongPiece},
		{"1. 79졸78 2. ???", 2, "???", janggi.ReasonUnreadable},
		{"1. 82포52", 1, "82포52", janggi.ReasonNoScreen},
	}
	for _, test := range tests {
		g := readAll(t, head+test.moves)[0]
		played, err := g.Replay(rulesOf(t, "record"))
		var ply *IllegalPlyError
		var illegal *janggi.IllegalMoveError
		if !errors.As(err, &ply) || !errors.As(err, &illegal) {
			t.Errorf("%s: %v", test.moves, err)
			continue
		}
		if ply.Ply != test.ply || ply.Move.Text != test.text || ply.Move.Line != 6 || illegal.Reason != test.why || played.Ply() != test.ply-1 {
			t.Errorf("%s: %d turns, then %v", test.moves, played.Ply(), err)
		}
	}
}

func TestReplayNeedsAStart(t *testing.T) {
	g := readAll(t, "1. 79졸78")[0]
	if _, err := g.Replay(rulesOf(t, "record")); !errors.Is(err, ErrNoStart) {
		t.Errorf("%v, want %v", err, ErrNoStart)
	}
}
