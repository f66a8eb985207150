package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// found is what an engine finds in a game as it stands.
func found(t *testing.T, h history, move string) *FoundTurn {
	t.Helper()
	s := h.state(t)
	m, err := s.Game.Parse(move)
	if err != nil {
		t.Fatal(err)
	}
	return &FoundTurn{Position: s.Game.Position().Key(), Move: m, Search: Search{Engine: 1, Nodes: 900}}
}

func TestGiveHint(t *testing.T) {
	h := inPlayWith(t)
	hint := found(t, h, "a4b4")
	alone := playing(t, self).play(t, "a4b4")
	given := h.after(t, tPlay, GiveHint{Player: ann, Found: hint})
	runAll(t, []scenario{
		{
			name: "against a computer", given: h, when: GiveHint{Player: ann, Ply: new(0), Found: hint}, at: tPlay,
			then: []Event{HintGiven{Move: hint.Move, Ply: 0, Search: hint.Search, Side: janggi.Cho}},
		},
		{
			name: "alone, to the side to move", given: alone, when: GiveHint{Player: ann, Found: found(t, alone, "a7b7")}, at: tPlay,
			then: []Event{HintGiven{Move: found(t, alone, "a7b7").Move, Ply: 1, Search: hint.Search, Side: janggi.Han}},
		},
		{name: "the same again", given: given, when: GiveHint{Player: ann}, at: tPlay},
		{name: "against people", given: playing(t), when: GiveHint{Player: ann, Found: hint}, at: tPlay, err: GameInProgress},
		{name: "against people, before the start", given: inSetup(t), when: GiveHint{Player: ann}, at: tPlay, err: GameInProgress},
		{name: "by a stranger", given: h, when: GiveHint{Player: eve, Found: hint}, at: tPlay, err: NotYourGame},
		{name: "while the computer is to move", given: h.play(t, "a4b4"), when: GiveHint{Player: ann, Found: hint}, at: tPlay, err: NotYourTurn},
		{name: "for another ply", given: h, when: GiveHint{Player: ann, Ply: new(2), Found: hint}, at: tPlay, err: WrongPly},
		{name: "for a position that is gone", given: answered(t), when: GiveHint{Player: ann, Found: hint}, at: tPlay, err: WrongPly},
		{name: "that nobody searched", given: h, when: GiveHint{Player: ann}, at: tPlay, err: NotYourTurn},
		{name: "after the end", given: h.after(t, tPlay, Resign{Player: ann}), when: GiveHint{Player: ann, Found: hint}, at: tPlay, err: GameOver},
	})
}

func TestAHintIsForOneTurnAndMarksTheGame(t *testing.T) {
	h := inPlayWith(t)
	if s := h.state(t); s.Assisted() {
		t.Error("the game is assisted from the start")
	}
	h = h.after(t, tPlay, GiveHint{Player: ann, Found: found(t, h, "a4b4")})
	s := h.state(t)
	if hint, ok := s.Hint(); !ok || !s.Assisted() || hint.Move.String() != "a4b4" {
		t.Errorf("the hint is %+v, %v", hint, ok)
	}
	s = h.play(t, "b1c3").state(t)
	if _, ok := s.Hint(); ok || !s.Assisted() {
		t.Errorf("after a turn there is a hint: %v; assisted: %v", ok, s.Assisted())
	}
}
