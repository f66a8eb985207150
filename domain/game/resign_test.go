package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestResign(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	runAll(t, []scenario{
		{
			name: "the side to move", given: playing(t), when: Resign{Player: ann}, at: tPlay,
			then: []Event{PlayerResigned{Side: cho}, lost(cho, janggi.EndResignation, 0)},
		},
		{
			name: "the other side, at any time", given: playing(t), when: Resign{Player: ben}, at: tPlay,
			then: []Event{PlayerResigned{Side: han}, lost(han, janggi.EndResignation, 0)},
		},
		{
			name: "who plays both sides, for the side to move", given: playing(t, self).play(t, "pass"), when: Resign{Player: ann}, at: tPlay,
			then: []Event{PlayerResigned{Side: han}, lost(han, janggi.EndResignation, 1)},
		},
		{
			name: "at the ply it is meant for", given: playing(t).play(t, "pass"), when: Resign{Player: ann, Ply: new(1)}, at: tPlay,
			then: []Event{PlayerResigned{Side: cho}, lost(cho, janggi.EndResignation, 1)},
		},
		{name: "meant for another ply", given: playing(t).play(t, "pass"), when: Resign{Player: ann, Ply: new(0)}, at: tPlay, err: WrongPly},
		{name: "before the setups a game is aborted, not resigned", given: inSetup(t), when: Resign{Player: ann}, at: tPlay, err: GameNotStarted},
		{name: "while waiting too", given: waiting(t), when: Resign{Player: ann}, at: tPlay, err: GameNotStarted},
		{name: "not twice", given: playing(t).then(tPlay, aborted(0)), when: Resign{Player: ann}, at: tPlay, err: GameOver},
		{name: "not by a stranger", given: playing(t), when: Resign{Player: eve}, at: tPlay, err: NotYourGame},
	})
}
