package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// Of several reasons that hold, the refusal is the first in the order that the
// API publishes: already_joined, seat_taken, game_over, game_not_started,
// setup_already_chosen, setup_not_due, too_late_to_abort, wrong_ply,
// not_your_turn, and only then what the rules of the board say. Not being a
// player comes before all of them.
func TestOrderOfRefusals(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	over := playing(t).play(t, "pass", "pass")
	wrong := new(99)
	runAll(t, []scenario{
		{name: "already_joined before seat_taken and game_over", given: over, when: Join{Player: ben, Side: &cho}, err: AlreadyJoined},
		{name: "seat_taken before game_over", given: over, when: Join{Player: eve, Side: &han}, err: SeatTaken},
		{name: "seat_taken before game_over while half empty", given: waiting(t).then(t0, aborted(0)), when: Join{Player: eve, Side: &cho}, err: SeatTaken},
		{name: "game_over before setup_already_chosen", given: over, when: ChooseSetup{Player: ben, Setup: janggi.HEHE}, err: GameOver},
		{name: "game_over before wrong_ply and not_your_turn", given: over, when: Pass{Player: ben, Ply: wrong}, err: GameOver},
		{name: "game_over before too_late_to_abort", given: over, when: Abort{Player: ben, Ply: wrong}, err: GameOver},
		{name: "game_over before game_not_started", given: waiting(t).then(t0, aborted(0)), when: Resign{Player: ann, Ply: wrong}, err: GameOver},
		{name: "game_not_started before wrong_ply", given: inSetup(t), when: Pass{Player: ann, Ply: wrong}, err: GameNotStarted},
		{name: "game_not_started before setup_not_due", given: waiting(t), when: ChooseSetup{Player: ann, Setup: janggi.HEHE}, err: GameNotStarted},
		{name: "setup_already_chosen before setup_not_due", given: inSetup(t).then(tHan, hanChose), when: ChooseSetup{Player: ben, Setup: janggi.HEHE}, err: SetupAlreadyChosen},
		{name: "too_late_to_abort before wrong_ply", given: playing(t).play(t, "pass", "a10a9"), when: Abort{Player: ann, Ply: wrong}, err: TooLateToAbort},
		{name: "wrong_ply before not_your_turn", given: playing(t), when: Pass{Player: ben, Ply: wrong}, err: WrongPly},
		{name: "not_your_turn before an illegal move", given: playing(t), when: PlayMove{Player: ben, Text: "a1i10"}, err: NotYourTurn},
		{name: "not_your_game before game_over", given: over, when: Pass{Player: eve, Ply: wrong}, err: NotYourGame},
		{name: "not_your_game before game_not_started", given: waiting(t), when: Resign{Player: eve}, err: NotYourGame},
		{name: "not_your_game before too_late_to_abort", given: playing(t).play(t, "pass", "a10a9"), when: Abort{Player: eve}, err: NotYourGame},
	})
}

func TestEveryRefusalSaysWhatItMeans(t *testing.T) {
	for _, r := range []Refusal{AlreadyJoined, SeatTaken, GameOver, GameNotStarted, SetupAlreadyChosen, SetupNotDue, TooLateToAbort, WrongPly, NotYourTurn, NotYourGame} {
		if r.Error() == "" {
			t.Errorf("%s has no text", string(r))
		}
	}
}
