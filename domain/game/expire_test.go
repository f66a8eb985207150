package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestATurnAtItsDeadline(t *testing.T) {
	controls := []struct {
		name   string
		tc     TimeControl
		budget int64
	}{
		{"per_move", TimeControl{Type: PerMove, PerMoveMS: 30 * second}, 30 * second},
		{"fischer", TimeControl{Type: Fischer, InitialMS: 60 * second, IncrementMS: 5 * second}, 60 * second},
		{"byoyomi", TimeControl{Type: Byoyomi, MainMS: 20 * second, Periods: 3, PeriodMS: 10 * second}, 50 * second},
		{"byoyomi without main time", TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 10 * second}, 10 * second},
	}
	for _, c := range controls {
		given := playing(t, with(c.tc))
		deadline := tPlay.Add(c.budget)
		expired := []Event{TimeExpired{Deadline: deadline, Side: janggi.Cho}, lost(janggi.Cho, janggi.EndTime, 0)}
		t.Run(c.name, func(t *testing.T) {
			s := given.state(t)
			events, err := Decide(s, Pass{Player: ann}, deadline-1)
			if err != nil || len(events) != 1 {
				t.Errorf("1 ms before the deadline: %v, %v; want the turn", events, err)
			}
			runAll(t, []scenario{
				{name: "at it the side loses", given: given, when: Pass{Player: ann}, at: deadline, then: expired, err: GameOver},
				{name: "long after it too", given: given, when: Pass{Player: ann}, at: deadline.Add(day), then: expired, err: GameOver},
				{name: "the late side cannot escape by resigning", given: given, when: Resign{Player: ann}, at: deadline, then: expired, err: GameOver},
				{name: "nor by aborting", given: given, when: Abort{Player: ann}, at: deadline, then: expired, err: GameOver},
			})
		})
	}
}

// For two seconds after a deadline a turn that was received in time may still be
// on its way to the store, so nobody but the late side itself makes it late.
func TestNobodyOvertakesForTwoSeconds(t *testing.T) {
	given := playing(t)
	deadline := tPlay.Add(90 * second)
	over := deadline.Add(2 * second)
	expired := []Event{TimeExpired{Deadline: deadline, Side: janggi.Cho}, lost(janggi.Cho, janggi.EndTime, 0)}
	runAll(t, []scenario{
		{name: "the watcher before the deadline", given: given, when: Expire{}, at: deadline - 1},
		{name: "the watcher at the deadline", given: given, when: Expire{}, at: deadline},
		{name: "the watcher 1 ms before the two seconds are over", given: given, when: Expire{}, at: over - 1},
		{name: "the watcher when they are over", given: given, when: Expire{}, at: over, then: expired},
		{name: "the opponent within them", given: given, when: Pass{Player: ben}, at: over - 1, err: NotYourTurn},
		{name: "the opponent when they are over", given: given, when: Pass{Player: ben}, at: over, then: expired, err: GameOver},
		{name: "a stranger when they are over", given: given, when: Pass{Player: eve}, at: over, then: expired, err: NotYourGame},
		{
			name: "the opponent may still resign within them", given: given, when: Resign{Player: ben}, at: over - 1,
			then: []Event{PlayerResigned{Side: janggi.Han}, lost(janggi.Han, janggi.EndResignation, 0)},
		},
		{
			name: "the late side itself within them", given: given, when: Pass{Player: ann}, at: deadline, then: expired, err: GameOver,
		},
		{
			name: "who plays both sides is always the late side", given: playing(t, self), when: Pass{Player: ann}, at: deadline, then: expired, err: GameOver,
		},
		{name: "the watcher of a game that is over", given: given.then(deadline, expired...), when: Expire{}, at: over},
	})
}

func TestASetupRunsOutOfTime(t *testing.T) {
	clock := DefaultTimeControl().Start()
	hanDeadline := tJoin.Add(90 * second)
	hanLate := SetupChosen{By: ByTimeout, Deadline: &hanDeadline, Setup: janggi.HEHE, Side: janggi.Han}
	hanChosen := inSetup(t).then(tHan, hanChose)
	choDeadline := tHan.Add(90 * second)
	choLate := []Event{
		SetupChosen{By: ByTimeout, Deadline: &choDeadline, Setup: janggi.HEHE, Side: janggi.Cho},
		Started{Clocks: Clocks{clock, clock}, FEN: "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1", Turn: janggi.Cho},
	}
	choLateWhenNobodyChose := []Event{
		SetupChosen{By: ByTimeout, Deadline: new(hanDeadline.Add(92 * second)), Setup: janggi.HEHE, Side: janggi.Cho},
		Started{Clocks: Clocks{clock, clock}, FEN: "rbna1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1", Turn: janggi.Cho},
	}
	runAll(t, []scenario{
		{name: "1 ms before its deadline Han chooses", given: inSetup(t), when: ChooseSetup{Player: ben, Setup: janggi.HEEH}, at: hanDeadline - 1, then: []Event{hanChose}},
		{name: "at it Han has HEHE", given: inSetup(t), when: ChooseSetup{Player: ben, Setup: janggi.HEEH}, at: hanDeadline, then: []Event{hanLate}, err: SetupAlreadyChosen},
		{name: "Cho cannot overtake Han within two seconds", given: inSetup(t), when: ChooseSetup{Player: ann, Setup: janggi.HEEH}, at: hanDeadline.Add(1999), err: SetupNotDue},
		{name: "the watcher after two seconds", given: inSetup(t), when: Expire{}, at: hanDeadline.Add(2000), then: []Event{hanLate}},
		{
			name: "after two seconds Cho's choice makes Han's time-out and then itself", given: inSetup(t), when: ChooseSetup{Player: ann, Setup: janggi.HEHE}, at: hanDeadline.Add(2000),
			then: []Event{
				hanLate,
				SetupChosen{By: ByPlayer, Setup: janggi.HEHE, Side: janggi.Cho},
				choLateWhenNobodyChose[1],
			},
		},
		{
			name: "Cho's time begins when Han's time-out is recorded", given: inSetup(t).then(hanDeadline.Add(2000), hanLate), when: Expire{}, at: hanDeadline.Add(94 * second),
			then: choLateWhenNobodyChose,
		},
		{name: "and is not over before", given: inSetup(t).then(hanDeadline.Add(2000), hanLate), when: Expire{}, at: hanDeadline.Add(94*second) - 1},
		{name: "Cho's time-out starts the game", given: hanChosen, when: Expire{}, at: choDeadline.Add(2000), then: choLate},
		{name: "Cho's own late choice is refused", given: hanChosen, when: ChooseSetup{Player: ann, Setup: janggi.EHHE}, at: choDeadline, then: choLate, err: SetupAlreadyChosen},
		{
			name: "who plays both sides does not choose for Cho what was late for Han", given: waiting(t, self), when: ChooseSetup{Player: ann, Setup: janggi.EHHE}, at: t0.Add(90 * second),
			then: []Event{SetupChosen{By: ByTimeout, Deadline: new(t0.Add(90 * second)), Setup: janggi.HEHE, Side: janggi.Han}}, err: SetupAlreadyChosen,
		},
		{name: "without a limit nothing runs out", given: inSetup(t, unlimitedSetup), when: Expire{}, at: tJoin.Add(365 * day)},
	})
}

func TestNobodyJoinsForADay(t *testing.T) {
	dayLater := t0.Add(24 * 60 * 60 * 1000)
	early, err := Decide(waiting(t).state(t), Join{Player: ben}, dayLater-1)
	if err != nil || len(early) != 1 {
		t.Errorf("joining 1 ms before: %v, %v", early, err)
	}
	runAll(t, []scenario{
		{name: "the watcher 1 ms before", given: waiting(t), when: Expire{}, at: dayLater - 1},
		{name: "the watcher", given: waiting(t), when: Expire{}, at: dayLater, then: []Event{aborted(0)}},
		{name: "who comes too late finds it aborted", given: waiting(t), when: Join{Player: ben}, at: dayLater, then: []Event{aborted(0)}, err: GameOver},
		{name: "whatever its time control", given: waiting(t, with(TimeControl{Type: Unlimited}), unlimitedSetup), when: Expire{}, at: dayLater, then: []Event{aborted(0)}},
	})
}

func TestWithoutALimitATurnNeverExpires(t *testing.T) {
	runAll(t, []scenario{
		{name: "however long it takes", given: playing(t, with(TimeControl{Type: Unlimited})), when: Expire{}, at: tPlay.Add(1000 * day)},
	})
}

// An instant before the game's last event counts as that event's: clocks of two
// nodes differ, and a game never runs backwards.
func TestInstantsNeverRunBackwards(t *testing.T) {
	clocks := Clocks{{RemainingMS: 65 * second}, {RemainingMS: 60 * second}}
	runAll(t, []scenario{
		{
			name: "a turn from before the game began takes no time", given: playing(t, with(TimeControl{Type: Fischer, InitialMS: 60 * second, IncrementMS: 5 * second})),
			when: Pass{Player: ann}, at: tPlay - 500, then: []Event{TurnPassed{Clocks: clocks, Ply: 1, Side: janggi.Cho}},
		},
	})
}
