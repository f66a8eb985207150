package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestChooseSetup(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	clock := DefaultTimeControl().Start()
	hanChosen := inSetup(t).then(tHan, hanChose)
	selfSetup := waiting(t, self)
	runAll(t, []scenario{
		{name: "Han chooses first", given: inSetup(t), when: ChooseSetup{Player: ben, Setup: janggi.HEEH}, at: tHan, then: []Event{hanChose}},
		{name: "naming one's own side is the same", given: inSetup(t), when: ChooseSetup{Player: ben, Side: &han, Setup: janggi.HEEH}, at: tHan, then: []Event{hanChose}},
		{name: "Cho has to wait for Han", given: inSetup(t), when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tHan, err: SetupNotDue},
		{
			name: "Cho's choice starts the game", given: hanChosen, when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tPlay,
			then: []Event{choChose, Started{Clocks: Clocks{clock, clock}, FEN: startFEN, Turn: cho}},
		},
		{
			name: "each side lines up as seen from its own left", given: inSetup(t).then(tHan, SetupChosen{By: ByPlayer, Setup: janggi.HEHE, Side: han}),
			when: ChooseSetup{Player: ann, Setup: janggi.HEHE}, at: tPlay,
			then: []Event{
				SetupChosen{By: ByPlayer, Setup: janggi.HEHE, Side: cho},
				Started{Clocks: Clocks{clock, clock}, FEN: "rbna1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1", Turn: cho},
			},
		},
		{name: "a setup is chosen once", given: hanChosen, when: ChooseSetup{Player: ben, Setup: janggi.EHHE}, at: tPlay, err: SetupAlreadyChosen},
		{name: "nor again when play has begun", given: playing(t), when: ChooseSetup{Player: ann, Setup: janggi.EHHE}, at: tPlay, err: SetupAlreadyChosen},
		{name: "nobody chooses for the other side", given: inSetup(t), when: ChooseSetup{Player: ann, Side: &han, Setup: janggi.HEEH}, at: tHan, err: NotYourGame},
		{name: "nor does a stranger", given: inSetup(t), when: ChooseSetup{Player: eve, Setup: janggi.HEEH}, at: tHan, err: NotYourGame},
		{name: "not while an opponent is awaited", given: waiting(t), when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tHan, err: GameNotStarted},
		{name: "not when the game is over", given: inSetup(t).then(tHan, aborted(0)), when: ChooseSetup{Player: ben, Setup: janggi.HEEH}, at: tHan, err: GameOver},
		{name: "a custom start has none to choose", given: inSetup(t, startingAt(bareFEN)), when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tHan, err: SetupNotDue},
		{name: "who plays both sides may leave the side to the order: Han's", given: selfSetup, when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tHan, then: []Event{hanChose}},
		{
			name: "then Cho's", given: selfSetup.then(tHan, hanChose), when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: tPlay,
			then: []Event{choChose, Started{Clocks: Clocks{clock, clock}, FEN: startFEN, Turn: cho}},
		},
		{name: "or name it, in the right order", given: selfSetup, when: ChooseSetup{Player: ann, Side: &cho, Setup: janggi.HEEH}, at: tHan, err: SetupNotDue},
	})
}
