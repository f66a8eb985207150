package game

import "testing"

func TestAbort(t *testing.T) {
	runAll(t, []scenario{
		{name: "while waiting", given: waiting(t), when: Abort{Player: ann}, at: tJoin, then: []Event{aborted(0)}},
		{name: "during the setups, by either", given: inSetup(t), when: Abort{Player: ben}, at: tHan, then: []Event{aborted(0)}},
		{name: "after the start", given: playing(t), when: Abort{Player: ann}, at: tPlay, then: []Event{aborted(0)}},
		{name: "after one turn, by whoever is not to move too", given: playing(t).play(t, "a4b4"), when: Abort{Player: ann}, at: tPlay, then: []Event{aborted(1)}},
		{name: "after two turns it is too late", given: playing(t).play(t, "a4b4", "pass"), when: Abort{Player: ann}, at: tPlay, err: TooLateToAbort},
		{name: "too late comes before the wrong ply", given: playing(t).play(t, "a4b4", "pass"), when: Abort{Player: ann, Ply: new(7)}, at: tPlay, err: TooLateToAbort},
		{name: "meant for another ply", given: playing(t).play(t, "a4b4"), when: Abort{Player: ann, Ply: new(0)}, at: tPlay, err: WrongPly},
		{name: "over comes before too late", given: playing(t).play(t, "pass", "pass"), when: Abort{Player: ann}, at: tPlay, err: GameOver},
		{name: "not by a stranger", given: waiting(t), when: Abort{Player: eve}, at: tJoin, err: NotYourGame},
	})
}
