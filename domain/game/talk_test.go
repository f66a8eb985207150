package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// wholeDeom makes equal points, and so draws, possible.
func wholeDeom(c *Create) { c.Ruleset.Deom = 2 }

func unlimited(c *Create) { c.TimeControl, c.SetupMS = TimeControl{Type: Unlimited}, 0 }

// drawn is how a game at the start position ends by agreement.
func drawn(ply int, han janggi.Points) Ended {
	return Ended{Evidence: []int{}, Ply: ply, Points: &BySide[janggi.Points]{144, 144 + han}, Reason: janggi.EndAgreement, Result: janggi.Draw}
}

func TestDraw(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	h := playing(t, wholeDeom)
	offered := h.after(t, tPlay, OfferDraw{Player: ann})
	declined := offered.after(t, tPlay, DeclineDraw{Player: ben})
	runAll(t, []scenario{
		{name: "offered", given: h, when: OfferDraw{Player: ben}, at: tPlay, then: []Event{DrawOffered{Ply: 0, Side: han}}},
		{name: "offered where the rules settle by a draw", given: playing(t, preset("traditional")), when: OfferDraw{Player: ann}, at: tPlay, then: []Event{DrawOffered{Ply: 0, Side: cho}}},
		{name: "offered where somebody always wins", given: playing(t), when: OfferDraw{Player: ann}, at: tPlay, err: NoDraws},
		{name: "accepted", given: offered, when: AcceptDraw{Player: ben}, at: tPlay, then: []Event{drawn(0, 2)}},
		{name: "offered by both, which is accepted", given: offered, when: OfferDraw{Player: ben}, at: tPlay, then: []Event{drawn(0, 2)}},
		{name: "declined", given: offered, when: DeclineDraw{Player: ben}, at: tPlay, then: []Event{DrawDeclined{Side: han}}},
		{name: "not accepted by the offerer", given: offered, when: AcceptDraw{Player: ann}, at: tPlay, err: NoOffer},
		{name: "offered again while open changes nothing", given: offered, when: OfferDraw{Player: ann}, at: tPlay},
		{name: "offered again at once", given: declined, when: OfferDraw{Player: ann}, at: tPlay, err: AlreadyOffered},
		{name: "offered again after a turn", given: declined.play(t, "pass"), when: OfferDraw{Player: ann}, at: tPlay, then: []Event{DrawOffered{Ply: 1, Side: cho}}},
		{name: "still open after the offerer's own turn", given: offered.play(t, "pass"), when: AcceptDraw{Player: ben}, at: tPlay, then: []Event{drawn(1, 2)}},
		{name: "answered by the other side's turn", given: offered.play(t, "pass", "a7b7"), when: AcceptDraw{Player: ben}, at: tPlay, err: NoOffer},
		{
			name: "declined after the offerer's turn, offered again before its next", when: OfferDraw{Player: ann}, at: tPlay, err: AlreadyOffered,
			given: offered.play(t, "pass").after(t, tPlay, DeclineDraw{Player: ben}),
		},
		{
			name: "gone with the position that it was about", when: AcceptDraw{Player: ben}, at: tPlay, err: NoOffer,
			given: h.play(t, "a4b4").after(t, tPlay, OfferDraw{Player: ann}).after(t, tPlay, OfferTakeback{Player: ann}).after(t, tPlay, AcceptTakeback{Player: ben}),
		},
		{
			name: "against oneself, at once", given: playing(t, self, wholeDeom), when: OfferDraw{Player: ann}, at: tPlay,
			then: []Event{DrawOffered{Ply: 0, Side: cho}, drawn(0, 2)},
		},
		{name: "before the start", given: inSetup(t, wholeDeom), when: OfferDraw{Player: ann}, at: tPlay, err: GameNotStarted},
		{name: "by a stranger", given: h, when: OfferDraw{Player: eve}, at: tPlay, err: NotYourGame},
	})
}

func TestAddTime(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	fischer := with(TimeControl{Type: Fischer, InitialMS: 60_000})
	byoyomi := with(TimeControl{Type: Byoyomi, MainMS: 0, Periods: 3, PeriodMS: 10_000})
	runAll(t, []scenario{
		{
			name: "to the side whose clock runs", given: playing(t, fischer), when: AddTime{Player: ben}, at: tPlay.Add(10_000),
			then: []Event{TimeAdded{AddedMS: 15_000, Clocks: Clocks{{RemainingMS: 75_000}, {RemainingMS: 60_000}}, Side: cho}},
		},
		{
			name: "to the other side", given: playing(t, fischer), when: AddTime{Player: ann}, at: tPlay,
			then: []Event{TimeAdded{AddedMS: 15_000, Clocks: Clocks{{RemainingMS: 60_000}, {RemainingMS: 75_000}}, Side: han}},
		},
		{
			name: "in byo-yomi as main time", given: playing(t, byoyomi), when: AddTime{Player: ben}, at: tPlay,
			then: []Event{TimeAdded{AddedMS: 15_000, Clocks: Clocks{{3, 15_000}, {3, 0}}, Side: cho}},
		},
		{
			name: "against oneself, to the side to move", given: playing(t, self), when: AddTime{Player: ann}, at: tPlay,
			then: []Event{TimeAdded{AddedMS: 15_000, Clocks: Clocks{{RemainingMS: 105_000}, {RemainingMS: 90_000}}, Side: cho}},
		},
		{name: "without clocks", given: playing(t, unlimited), when: AddTime{Player: ann}, at: tPlay, err: NoClock},
		{name: "to a full clock", given: playing(t, with(TimeControl{Type: Fischer, InitialMS: day - 14_999})), when: AddTime{Player: ann}, at: tPlay, err: ClockFull},
		{name: "before the start", given: inSetup(t), when: AddTime{Player: ann}, at: tPlay, err: GameNotStarted},
		{name: "by a stranger", given: playing(t), when: AddTime{Player: eve}, at: tPlay, err: NotYourGame},
	})
}

// The deadline moves by what was added, exactly; in a game by the move the time
// is for one turn.
func TestAddedTimeMovesTheDeadline(t *testing.T) {
	for _, tc := range []TimeControl{
		DefaultTimeControl(),
		{Type: Fischer, InitialMS: 60_000, IncrementMS: 1},
		{Type: Byoyomi, MainMS: 5_000, Periods: 3, PeriodMS: 10_000},
	} {
		h := playing(t, with(tc))
		early := h.state(t)
		before, _ := early.Deadline()
		h = h.after(t, tPlay.Add(1_000), AddTime{Player: ben})
		late := h.state(t)
		if after, _ := late.Deadline(); after != before.Add(15_000) {
			t.Errorf("%s: the deadline moved from %s to %s", tc.Type, before, after)
		}
		if events, err := Decide(late, Pass{Player: ann}, before.Add(14_999)); err != nil || len(events) != 1 {
			t.Errorf("%s: a turn 1 ms before the new deadline: %v, %v", tc.Type, events, err)
		}
		if _, err := Decide(late, Pass{Player: ann}, before.Add(15_000)); err != GameOver {
			t.Errorf("%s: a turn at the new deadline: %v", tc.Type, err)
		}
	}
	h := playing(t).after(t, tPlay, AddTime{Player: ben}).play(t, "pass", "a7b7")
	if got := h.state(t).Clocks[janggi.Cho].RemainingMS; got != 90_000 {
		t.Errorf("the turn after next has %d ms", got)
	}
}

func TestClaimWin(t *testing.T) {
	away := tPlay.Add(5_000)
	gone := away.Add(AwayLimitMS)
	runAll(t, []scenario{
		{
			name: "after 60 s", given: playing(t), when: ClaimWin{Player: ben, AwaySince: &away}, at: gone,
			then: []Event{lost(janggi.Cho, janggi.EndAbandoned, 0)},
		},
		{name: "1 ms before", given: playing(t), when: ClaimWin{Player: ben, AwaySince: &away}, at: gone - 1, err: OpponentPresent},
		{
			name: "60 s after a later sign of life", given: playing(t), when: ClaimWin{Player: ben, AwaySince: &away, LastActive: LastActivity{away + 1, gone}}, at: gone + 1,
			then: []Event{lost(janggi.Cho, janggi.EndAbandoned, 0)},
		},
		{name: "1 ms before that", given: playing(t), when: ClaimWin{Player: ben, AwaySince: &away, LastActive: LastActivity{away + 1}}, at: gone, err: OpponentPresent},
		{name: "of one who is there", given: playing(t), when: ClaimWin{Player: ben}, at: gone, err: OpponentPresent},
		{name: "of oneself", given: playing(t, self), when: ClaimWin{Player: ann, AwaySince: &away}, at: gone, err: OpponentPresent},
		{name: "without clocks", given: playing(t, unlimited), when: ClaimWin{Player: ben, AwaySince: &away}, at: gone, err: NoClock},
		{name: "before the start", given: inSetup(t), when: ClaimWin{Player: ben, AwaySince: &away}, at: gone, err: GameNotStarted},
		{name: "after the end", given: playing(t).then(tPlay, aborted(0)), when: ClaimWin{Player: ben, AwaySince: &away}, at: gone, err: GameOver},
		{name: "by a stranger", given: playing(t), when: ClaimWin{Player: eve, AwaySince: &away}, at: gone, err: NotYourGame},
		{name: "meant for another ply", given: playing(t), when: ClaimWin{Player: ben, AwaySince: &away, Ply: new(3)}, at: gone, err: WrongPly},
	})
}

func TestSignsOfLife(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	var signs LastActivity
	for i, c := range []struct {
		name string
		e    Event
		by   *janggi.Side
		want LastActivity
	}{
		{"one side's doing", PlayerJoined{Side: han}, &han, LastActivity{0, t0 + 1}},
		{"the clock's", SetupChosen{Side: han, By: ByTimeout}, nil, LastActivity{0, t0 + 1}},
		{"the start, for both", Started{}, &cho, LastActivity{t0 + 3, t0 + 3}},
		{"a turn", TurnPassed{Side: cho}, &cho, LastActivity{t0 + 4, t0 + 3}},
		{"an offer", DrawOffered{Side: han}, &han, LastActivity{t0 + 4, t0 + 5}},
	} {
		if signs = signs.After(c.e, c.by, t0.Add(int64(i+1))); signs != c.want {
			t.Errorf("after %s: %v, want %v", c.name, signs, c.want)
		}
	}
}

func TestRematch(t *testing.T) {
	over := playing(t).play(t, "pass", "pass")
	offered := over.after(t, tPlay, OfferRematch{Player: ann, Game: "next"})
	next := []Event{Rematched{Game: "next"}}
	runAll(t, []scenario{
		{name: "offered", given: over, when: OfferRematch{Player: ann, Game: "next"}, at: tPlay, then: []Event{RematchOffered{Side: janggi.Cho}}},
		{name: "accepted", given: offered, when: AcceptRematch{Player: ben, Game: "next"}, at: tPlay, then: next},
		{name: "offered by both, which is accepted", given: offered, when: OfferRematch{Player: ben, Game: "next"}, at: tPlay, then: next},
		{name: "not accepted by the offerer", given: offered, when: AcceptRematch{Player: ann, Game: "next"}, at: tPlay, err: NoOffer},
		{name: "declined", given: offered, when: DeclineRematch{Player: ben}, at: tPlay, then: []Event{RematchDeclined{Side: janggi.Han}}},
		{name: "offered again after that", given: offered.after(t, tPlay, DeclineRematch{Player: ben}), when: OfferRematch{Player: ann}, at: tPlay, err: AlreadyOffered},
		{name: "agreed already, which changes nothing", given: offered.then(tPlay, next...), when: AcceptRematch{Player: ann, Game: "next"}, at: tPlay},
		{name: "against oneself, at once", given: playing(t, self).play(t, "pass", "pass"), when: OfferRematch{Player: ann, Game: "next"}, at: tPlay, then: next},
		{name: "while the game goes on", given: playing(t), when: OfferRematch{Player: ann}, at: tPlay, err: GameNotOver},
		{name: "with nobody", given: waiting(t).then(t0, aborted(0)), when: OfferRematch{Player: ann}, at: tPlay, err: NobodyJoined},
		{name: "by a stranger", given: over, when: OfferRematch{Player: eve}, at: tPlay, err: NotYourGame},
	})
}

func TestARematchSwapsTheSidesAndKeepsTheOptions(t *testing.T) {
	tc := TimeControl{Type: Fischer, InitialMS: 60_000, IncrementMS: 5}
	over := playing(t, with(tc), preset("online"), func(c *Create) {
		c.Visibility, c.SpectatorDelayMS, c.NoChat, c.Labels = Private, 3000, true, map[string]string{"league": "7"}
	}).after(t, tPlay, Resign{Player: ann})
	old := over.state(t)
	next := history(nil).after(t, tPlay, old.RematchCreation("old")).state(t)
	if next.Seats[janggi.Cho].ID != ben || next.Seats[janggi.Han].ID != ann || next.Status != Setup || next.RematchOf() != "old" {
		t.Errorf("seats %v, status %s, rematch of %q", next.Seats, next.Status, next.RematchOf())
	}
	if next.Ruleset != old.Ruleset || next.TimeControl != tc || next.SetupMS != old.SetupMS || next.Visibility != Private || next.SpectatorDelayMS != 3000 || !next.NoChat {
		t.Errorf("other options: %+v", next)
	}
	if len(next.Labels) != 0 {
		t.Errorf("the labels %v were taken over", next.Labels)
	}
}

func TestOrganise(t *testing.T) {
	labels := map[string]string{"league": "7"}
	cho := janggi.Cho
	win := lost(janggi.Han, janggi.EndAdjudication, 1)
	runAll(t, []scenario{
		{name: "labels", given: playing(t), when: SetLabels{Labels: labels}, at: tPlay, then: []Event{LabelsSet{Labels: labels}}},
		{name: "labels after the end", given: playing(t).then(tPlay, aborted(0)), when: SetLabels{Labels: labels}, at: tPlay, then: []Event{LabelsSet{Labels: labels}}},
		{name: "the same labels", given: playing(t).then(tPlay, LabelsSet{Labels: labels}), when: SetLabels{Labels: labels}, at: tPlay},
		{name: "no labels", given: playing(t).then(tPlay, LabelsSet{Labels: labels}), when: SetLabels{}, at: tPlay, then: []Event{LabelsSet{Labels: map[string]string{}}}},
		{name: "a result", given: playing(t).play(t, "pass"), when: Adjudicate{Result: janggi.WinFor(cho)}, at: tPlay, then: []Event{win}},
		{
			name: "a draw, whatever the rules", given: playing(t), when: Adjudicate{Result: janggi.Draw}, at: tPlay,
			then: []Event{Ended{Evidence: []int{}, Points: &BySide[janggi.Points]{144, 147}, Reason: janggi.EndAdjudication, Result: janggi.Draw}},
		},
		{name: "a result meant for another ply", given: playing(t), when: Adjudicate{Ply: new(2)}, at: tPlay, err: WrongPly},
		{name: "a result before the start", given: inSetup(t), when: Adjudicate{}, at: tPlay, err: GameNotStarted},
		{name: "a result after the end", given: playing(t).then(tPlay, aborted(0)), when: Adjudicate{}, at: tPlay, err: GameOver},
	})
	created := history(nil).after(t, t0, create(func(c *Create) { c.Player, c.Both = "organiser", &BySide[string]{Cho: ann, Han: ben} })).state(t)
	if created.Status != Setup || created.Creator != "organiser" || created.Seats[0].ID != ann || created.Seats[1].ID != ben || created.Seats.Holds("organiser") {
		t.Errorf("a game for two others: %+v", created.Seats)
	}
}
