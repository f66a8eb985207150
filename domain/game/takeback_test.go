package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// after folds what a command causes at an instant into a history; it must be
// accepted. Clocks of the past are folded too.
func (h history) after(t *testing.T, at Instant, c Command) history {
	t.Helper()
	events, err := Decide(h.state(t), h.rewound(c), at)
	if err != nil {
		t.Fatalf("%#v: %v", c, err)
	}
	return h.then(at, events...)
}

// rewound gives a command the past if it asks for it.
func (h history) rewound(c Command) Command {
	rewinding, ok := c.(RewindingCommand)
	if !ok {
		return c
	}
	var past PastClocks
	for _, e := range h {
		past = past.After(e.event)
	}
	return rewinding.WithPast(past)
}

func TestOfferTakeback(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	two := playing(t).play(t, "a4b4", "a7b7")
	runAll(t, []scenario{
		{
			name: "of the turn just made", given: two, when: OfferTakeback{Player: ben}, at: tPlay,
			then: []Event{TakebackOffered{Count: 1, Ply: 2, Side: han}},
		},
		{
			name: "of the turn and its answer", given: two, when: OfferTakeback{Player: ann}, at: tPlay,
			then: []Event{TakebackOffered{Count: 2, Ply: 2, Side: cho}},
		},
		{name: "of no turn at all", given: playing(t), when: OfferTakeback{Player: ann}, at: tPlay, err: NothingToTakeBack},
		{name: "of the other side's turn alone", given: playing(t).play(t, "a4b4"), when: OfferTakeback{Player: ben}, at: tPlay, err: NothingToTakeBack},
		{name: "again while it is open changes nothing", given: two.after(t, tPlay, OfferTakeback{Player: ann}), when: OfferTakeback{Player: ann}, at: tPlay},
		{name: "while the other side's is open", given: two.after(t, tPlay, OfferTakeback{Player: ann}), when: OfferTakeback{Player: ben}, at: tPlay, err: OfferOpen},
		{
			name: "declined, again before the next turn", when: OfferTakeback{Player: ann}, at: tPlay, err: AlreadyOffered,
			given: two.after(t, tPlay, OfferTakeback{Player: ann}).after(t, tPlay, DeclineTakeback{Player: ben}),
		},
		{
			name: "declined, again after the next turn", when: OfferTakeback{Player: ann}, at: tPlay,
			given: two.after(t, tPlay, OfferTakeback{Player: ann}).after(t, tPlay, DeclineTakeback{Player: ben}).play(t, "b4a4"),
			then:  []Event{TakebackOffered{Count: 1, Ply: 3, Side: cho}},
		},
		{
			name: "withdrawn by the other side's turn, again before one's own", when: OfferTakeback{Player: ann}, at: tPlay, err: AlreadyOffered,
			given: playing(t).play(t, "a4b4").after(t, tPlay, OfferTakeback{Player: ann}).play(t, "a7b7"),
		},
		{name: "meant for another ply", given: two, when: OfferTakeback{Player: ann, Ply: new(1)}, at: tPlay, err: WrongPly},
		{name: "before the start", given: inSetup(t), when: OfferTakeback{Player: ann}, at: tPlay, err: GameNotStarted},
		{name: "after the end", given: two.after(t, tPlay, Resign{Player: ben}), when: OfferTakeback{Player: ann}, at: tPlay, err: GameOver},
		{name: "by a stranger", given: two, when: OfferTakeback{Player: eve}, at: tPlay, err: NotYourGame},
		{
			name: "too late", given: two, when: OfferTakeback{Player: ann}, at: tPlay.Add(90_000), err: GameOver,
			then: []Event{TimeExpired{Deadline: tPlay.Add(90_000), Side: cho}, lost(cho, janggi.EndTime, 2)},
		},
	})
}

func TestAnswerTakeback(t *testing.T) {
	han := janggi.Han
	offered := playing(t).play(t, "a4b4", "a7b7").after(t, tPlay, OfferTakeback{Player: ann})
	full := Clocks{{RemainingMS: 90_000}, {RemainingMS: 90_000}}
	past := PastClocks{full, full, full}
	runAll(t, []scenario{
		{
			name: "accepted", given: offered, when: AcceptTakeback{Player: ben, Past: past}, at: tPlay,
			then: []Event{TurnsTakenBack{Clocks: full, Count: 2, Ply: 0, Side: janggi.Cho}},
		},
		{name: "declined", given: offered, when: DeclineTakeback{Player: ben}, at: tPlay, then: []Event{TakebackDeclined{Side: han}}},
		{name: "not by the offerer", given: offered, when: AcceptTakeback{Player: ann, Past: past}, at: tPlay, err: NoOffer},
		{name: "nor declined", given: offered, when: DeclineTakeback{Player: ann}, at: tPlay, err: NoOffer},
		{name: "where none is offered", given: playing(t).play(t, "a4b4"), when: AcceptTakeback{Player: ben}, at: tPlay, err: NoOffer},
		{name: "after a turn, which withdrew it", given: offered.play(t, "b4a4"), when: AcceptTakeback{Player: ben}, at: tPlay, err: NoOffer},
		{name: "meant for another ply", given: offered, when: AcceptTakeback{Player: ben, Ply: new(1)}, at: tPlay, err: WrongPly},
		{name: "by a stranger", given: offered, when: AcceptTakeback{Player: eve}, at: tPlay, err: NotYourGame},
	})
}

func TestTakebackAgainstOneself(t *testing.T) {
	full := Clocks{{RemainingMS: 90_000}, {RemainingMS: 90_000}}
	h := playing(t, self).play(t, "a4b4", "a7b7")
	runAll(t, []scenario{
		{
			name: "is done at once, a turn at a time", given: h, when: h.rewound(OfferTakeback{Player: ann}), at: tPlay,
			then: []Event{TakebackOffered{Count: 1, Ply: 2, Side: janggi.Han}, TurnsTakenBack{Clocks: full, Count: 1, Ply: 1, Side: janggi.Han}},
		},
		{name: "has nothing to answer", given: h, when: AcceptTakeback{Player: ann}, at: tPlay, err: NoOffer},
	})
	for range 2 {
		h = h.after(t, tPlay, OfferTakeback{Player: ann})
	}
	if s := h.state(t); s.Ply() != 0 || s.Takebacks() != 2 {
		t.Errorf("ply %d after %d takebacks", s.Ply(), s.Takebacks())
	}
}

// What was counted is counted without the turns taken back: the position that
// had occurred twice has occurred once, and its third occurrence is the fourth
// visit.
func TestTakebackRecountsRepetitions(t *testing.T) {
	shuffle := []string{"a1a2", "a10a9", "a2a1", "a9a10"}
	h := playing(t).play(t, shuffle...)
	if s := h.state(t); s.Game.Occurrences() != 2 {
		t.Fatalf("%d occurrences, want 2", s.Game.Occurrences())
	}
	h = h.after(t, tPlay, OfferTakeback{Player: ann}).after(t, tPlay, AcceptTakeback{Player: ben})
	if s := h.state(t); s.Ply() != 2 || s.Game.Occurrences() != 1 {
		t.Fatalf("ply %d, %d occurrences; want 2, 1", s.Ply(), s.Game.Occurrences())
	}
	h = h.play(t, "a2a1", "a9a10").play(t, shuffle...)
	if s := h.state(t); s.Status != Over || s.Outcome.Reason != janggi.EndRepetition {
		t.Errorf("the third occurrence: %s, %v", s.Status, s.Outcome)
	}
}
