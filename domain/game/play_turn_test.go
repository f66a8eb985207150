package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestPlayTurn(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	clocks := Clocks{DefaultTimeControl().Start(), DefaultTimeControl().Start()}
	at := tPlay.Add(5000)
	a4b4 := MovePlayed{Clocks: clocks, Move: janggi.NewMove(27, 28), Piece: janggi.Soldier, Ply: 1, Side: cho, SpentMS: 5000}
	opened := playing(t).play(t, "a4b4")
	runAll(t, []scenario{
		{name: "a move as UCI", given: playing(t), when: PlayMove{Player: ann, Text: "a4b4"}, at: at, then: []Event{a4b4}},
		{name: "a move as the Korean record has it", given: playing(t), when: PlayMove{Player: ann, Text: "71졸72"}, at: at, then: []Event{a4b4}},
		{name: "a pass", given: playing(t), when: Pass{Player: ann}, at: at, then: []Event{TurnPassed{Clocks: clocks, Ply: 1, Side: cho, SpentMS: 5000}}},
		{name: "a pass as a move's text", given: playing(t), when: PlayMove{Player: ann, Text: "pass"}, at: at, then: []Event{TurnPassed{Clocks: clocks, Ply: 1, Side: cho, SpentMS: 5000}}},
		{name: "a pass as UCI writes it", given: playing(t), when: PlayMove{Player: ann, Text: "e2e2"}, at: at, then: []Event{TurnPassed{Clocks: clocks, Ply: 1, Side: cho, SpentMS: 5000}}},
		{
			name: "the time of a turn runs from the turn before", given: opened, when: Pass{Player: ben}, at: tPlay.Add(700),
			then: []Event{TurnPassed{Clocks: clocks, Ply: 2, Side: han, SpentMS: 700}},
		},
		{name: "with the ply it is meant for", given: opened, when: Pass{Player: ben, Ply: new(1)}, at: at, then: []Event{TurnPassed{Clocks: clocks, Ply: 2, Side: han, SpentMS: 5000}}},
		{name: "meant for another ply", given: opened, when: Pass{Player: ben, Ply: new(2)}, at: at, err: WrongPly},
		{name: "out of turn", given: opened, when: Pass{Player: ann}, at: at, err: NotYourTurn},
		{name: "out of turn before the text is looked at", given: opened, when: PlayMove{Player: ann, Text: "nonsense"}, at: at, err: NotYourTurn},
		{name: "by a stranger", given: opened, when: Pass{Player: eve}, at: at, err: NotYourGame},
		{name: "before the setups", given: inSetup(t), when: Pass{Player: ann}, at: at, err: GameNotStarted},
		{name: "before the opponent", given: waiting(t), when: Pass{Player: ann}, at: at, err: GameNotStarted},
		{name: "after the end", given: playing(t).then(tPlay, aborted(0)), when: Pass{Player: ann}, at: at, err: GameOver},
		{
			name: "an illegal move says why, and where", given: playing(t), when: PlayMove{Player: ann, Text: "b1d2"}, at: at,
			err: &janggi.IllegalMoveError{Reason: janggi.ReasonLegBlocked, At: janggi.NewPoint(2, 0)},
		},
		{
			name: "who plays both sides plays the side to move", given: playing(t, self).play(t, "a4b4"), when: Pass{Player: ann}, at: at,
			then: []Event{TurnPassed{Clocks: clocks, Ply: 2, Side: han, SpentMS: 5000}},
		},
		{
			name:  "a capture and a check are in the event",
			given: inSetup(t, startingAt("4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1")), when: PlayMove{Player: ann, Text: "e2e6"}, at: tJoin,
			then: []Event{MovePlayed{
				Captured: new(janggi.Soldier), Check: true, Clocks: clocks, Move: janggi.NewMove(13, 49), Piece: janggi.Chariot, Ply: 1, Side: cho,
			}},
		},
		{
			name:  "a side in check may not pass",
			given: inSetup(t, startingAt("4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1")).play(t, "e2e6"), when: Pass{Player: ben}, at: tJoin,
			err: janggi.ErrPassInCheck,
		},
		{
			name:  "nor by a move's text",
			given: inSetup(t, startingAt("4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1")).play(t, "e2e6"), when: PlayMove{Player: ben, Text: "pass"}, at: tJoin,
			err: janggi.ErrPassInCheck,
		},
	})
}

// What ends the game stands in the same batch as the turn that does it.
func TestATurnEndsTheGame(t *testing.T) {
	cho, han := janggi.Cho, janggi.Han
	fischer := TimeControl{Type: Fischer, InitialMS: 60 * second, IncrementMS: 5 * second}
	clocks := Clocks{DefaultTimeControl().Start(), DefaultTimeControl().Start()}
	shuffle := []string{"a1a2", "a10a9", "a2a1", "a9a10", "a1a2", "a10a9", "a2a1"}
	facing := "1nba2b2/4ka1R1/1cc6/p1p1p1p1p/9/9/P1P1P1PP1/1C5C1/4AK3/RNBA2BN1 w - - 0 1"
	answered := func(c *Create) { c.Ruleset.Bikjang = janggi.BikjangAnswer; c.StartFEN = facing }
	runAll(t, []scenario{
		{
			name:  "checkmate",
			given: inSetup(t, startingAt("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1")), when: PlayMove{Player: ann, Text: "b2b10"}, at: tJoin,
			then: []Event{
				MovePlayed{Check: true, Clocks: clocks, Move: janggi.NewMove(10, 82), Piece: janggi.Chariot, Ply: 1, Side: cho},
				Ended{Evidence: []int{}, Ply: 1, Points: &BySide[janggi.Points]{52, 3}, Reason: janggi.EndCheckmate, Result: janggi.ChoWins, Winner: &cho},
			},
		},
		{
			name: "two passes in a row, settled on points", given: playing(t).play(t, "pass"), when: Pass{Player: ben}, at: tPlay,
			then: []Event{TurnPassed{Clocks: clocks, Ply: 2, Side: han}, lost(cho, janggi.EndDoublePass, 2)},
		},
		{
			name:  "the third occurrence of a position, with the plies at which it stood",
			given: playing(t).play(t, shuffle...), when: PlayMove{Player: ben, Text: "a9a10"}, at: tPlay,
			then: []Event{
				MovePlayed{Clocks: clocks, Move: janggi.NewMove(72, 81), Piece: janggi.Chariot, Ply: 8, Side: han},
				Ended{Evidence: []int{0, 4, 8}, Ply: 8, Points: &BySide[janggi.Points]{144, 147}, Reason: janggi.EndRepetition, Result: janggi.HanWins, Winner: &han},
			},
		},
		{
			name: "under the preset record it ends nothing", given: playing(t, preset("record")).play(t, shuffle...), when: PlayMove{Player: ben, Text: "a9a10"}, at: tPlay,
			then: []Event{MovePlayed{Clocks: clocks, Move: janggi.NewMove(72, 81), Piece: janggi.Chariot, Ply: 8, Side: han}},
		},
		{
			name: "a pass that accepts a bikjang", given: inSetup(t, answered).play(t, "h9f9", "e9f9"), when: Pass{Player: ann}, at: tJoin,
			then: []Event{
				TurnPassed{Clocks: clocks, Ply: 3, Side: cho},
				Ended{Evidence: []int{}, Ply: 3, Points: &BySide[janggi.Points]{118, 79}, Reason: janggi.EndBikjang, Result: janggi.ChoWins, Winner: &cho},
			},
		},
		{
			name:  "settled as a draw where the rules say so",
			given: playing(t, func(c *Create) { c.Ruleset.Scoring = janggi.ScoringDraw }).play(t, "pass"), when: Pass{Player: ben}, at: tPlay,
			then: []Event{
				TurnPassed{Clocks: clocks, Ply: 2, Side: han},
				Ended{Evidence: []int{}, Ply: 2, Points: &BySide[janggi.Points]{144, 147}, Reason: janggi.EndDoublePass, Result: janggi.Draw},
			},
		},
		{
			name:  "the turn limit",
			given: playing(t, func(c *Create) { c.Ruleset.TurnLimit = 2 }).play(t, "pass"), when: PlayMove{Player: ben, Text: "a10a9"}, at: tPlay,
			then: []Event{
				MovePlayed{Clocks: clocks, Move: janggi.NewMove(81, 72), Piece: janggi.Chariot, Ply: 2, Side: han},
				lost(cho, janggi.EndTurnLimit, 2),
			},
		},
		{
			name:  "the no-capture limit, counted on from the start position's",
			given: inSetup(t, startingAt("9/4k4/9/9/9/9/9/9/4K4/9 w - - 1 1"), func(c *Create) { c.Ruleset.NoCaptureLimit = 2 }), when: PlayMove{Player: ann, Text: "e2d2"}, at: tJoin,
			then: []Event{
				MovePlayed{Clocks: clocks, Move: janggi.NewMove(13, 12), Piece: janggi.General, Ply: 1, Side: cho},
				Ended{Evidence: []int{}, Ply: 1, Points: &BySide[janggi.Points]{0, 3}, Reason: janggi.EndNoCaptureLimit, Result: janggi.HanWins, Winner: &han},
			},
		},
		{
			name: "the turn that ends a game gets its increment as every turn does", given: playing(t, with(fischer)).play(t, "pass"), when: Pass{Player: ben}, at: tPlay.Add(1000),
			then: []Event{
				TurnPassed{Clocks: Clocks{{RemainingMS: 65 * second}, {RemainingMS: 64 * second}}, Ply: 2, Side: han, SpentMS: 1000},
				lost(cho, janggi.EndDoublePass, 2),
			},
		},
	})
}

func TestPerpetualCheckNamesTheCheckerAsLoser(t *testing.T) {
	// Han's general steps from file to file and Cho's chariot follows it.
	h := inSetup(t, preset("online"), startingAt("9/3k5/9/9/9/9/9/9/3R5/4K4 b - - 0 1"))
	h = h.play(t, "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2", "e9d9")
	events, err := Decide(h.state(t), PlayMove{Player: ann, Text: "e2d2"}, tJoin)
	if err != nil || len(events) != 2 {
		t.Fatalf("events %v, refusal %v; want the turn and the end", events, err)
	}
	end := events[1].(Ended)
	if end.Reason != janggi.EndPerpetualCheck || end.Winner == nil || *end.Winner != janggi.Han {
		t.Errorf("ended by %s, won by %v; want perpetual_check, won by han", end.Reason, end.Winner)
	}
	if len(end.Evidence) != 3 || end.Evidence[2] != 8 {
		t.Errorf("evidence %v, want three plies up to 8", end.Evidence)
	}
}
