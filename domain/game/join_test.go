package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestJoin(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	joined := func(side janggi.Side) PlayerJoined {
		return PlayerJoined{Player: Player{ID: ben, Kind: Human}, Side: side}
	}
	hanToMove := "9/4k4/9/9/9/9/9/9/4K4/9 b - - 3 7"
	clock := DefaultTimeControl().Start()
	runAll(t, []scenario{
		{name: "naming no side takes the free seat", given: waiting(t), when: Join{Player: ben}, at: tJoin, then: []Event{joined(han)}},
		{name: "the free seat is Cho's when the creator took Han", given: waiting(t, asHan), when: Join{Player: ben}, at: tJoin, then: []Event{joined(cho)}},
		{name: "naming the free side", given: waiting(t), when: Join{Player: ben, Side: &han}, at: tJoin, then: []Event{joined(han)}},
		{name: "the creator's seat is taken", given: waiting(t), when: Join{Player: ben, Side: &cho}, at: tJoin, err: SeatTaken},
		{name: "a full game has no seat", given: inSetup(t), when: Join{Player: eve}, at: tHan, err: SeatTaken},
		{name: "again, naming no side, changes nothing", given: inSetup(t), when: Join{Player: ben}, at: tHan},
		{name: "again for the seat already held changes nothing", given: inSetup(t), when: Join{Player: ben, Side: &han}, at: tHan},
		{name: "again for the other seat", given: inSetup(t), when: Join{Player: ben, Side: &cho}, at: tHan, err: AlreadyJoined},
		{name: "the creator cannot take the other seat too", given: waiting(t), when: Join{Player: ann, Side: &han}, at: tJoin, err: AlreadyJoined},
		{name: "the creator joining at all changes nothing", given: waiting(t), when: Join{Player: ann}, at: tJoin},
		{name: "who plays both sides holds either seat", given: waiting(t, self), when: Join{Player: ann, Side: &han}, at: tJoin},
		{name: "a stranger finds no seat in a game against oneself", given: waiting(t, self), when: Join{Player: ben}, at: tJoin, err: SeatTaken},
		{name: "an aborted game takes nobody in", given: waiting(t).then(tJoin, aborted(0)), when: Join{Player: ben}, at: tHan, err: GameOver},
		{
			name:  "with a custom start play begins when both seats are taken, for the side to move",
			given: waiting(t, startingAt(hanToMove)), when: Join{Player: ben}, at: tJoin,
			then: []Event{joined(han), Started{Clocks: Clocks{clock, clock}, FEN: hanToMove, Turn: han}},
		},
	})
}

func TestACustomStartRunsTheClockOfTheSideToMoveFromTheLastJoin(t *testing.T) {
	s := inSetup(t, startingAt("9/4k4/9/9/9/9/9/9/4K4/9 b - - 0 1")).state(t)
	side, deadline, running := s.Running()
	if side != janggi.Han || deadline != tJoin.Add(90*second) || !running {
		t.Errorf("running: %v until %d, %v; want han until %d", side, deadline, running, tJoin.Add(90*second))
	}
	if s.Ply() != 0 || s.Status != Playing {
		t.Errorf("ply %d, status %s; a custom start is ply 0 of a running game", s.Ply(), s.Status)
	}
}
