package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// imported is an import of two turns from setups, changed by edits.
func imported(edits ...func(*Import)) Import {
	c := Import{
		Source: Source{Format: "gib", Digest: "d", Tags: []SourceTag{{"초대국자", "김초"}}, Turns: 2}, Visibility: Public,
		Seats:       Seats{{Kind: Recorded}, {ID: ben, Kind: Human}},
		TimeControl: TimeControl{Type: Unlimited}, Setups: &[2]janggi.Setup{janggi.HEEH, janggi.HEEH},
		Turns: []ImportedTurn{{Move: moveOf("a4b4")}, {Move: janggi.Pass}}, End: janggi.EndTime, Result: janggi.ChoWins,
	}
	for _, edit := range edits {
		edit(&c)
	}
	return c
}

func moveOf(text string) janggi.Move {
	m, err := janggi.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

func TestAnImportIsAWholeGame(t *testing.T) {
	tests := []struct {
		name  string
		edit  func(*Import)
		types string
		end   string
	}{
		{"by setups", func(*Import) {}, "GameCreated SetupChosen SetupChosen GameStarted MovePlayed TurnPassed GameEnded", "time cho"},
		{"a resignation", func(c *Import) { c.End = janggi.EndResignation }, "GameCreated SetupChosen SetupChosen GameStarted MovePlayed TurnPassed PlayerResigned GameEnded", "resignation cho"},
		{"two passes end nothing", func(c *Import) { c.Turns = append(c.Turns, ImportedTurn{Move: janggi.Pass}) }, "GameCreated SetupChosen SetupChosen GameStarted MovePlayed TurnPassed TurnPassed GameEnded", "time cho"},
		{"the board ends it", func(c *Import) {
			c.Ruleset, _ = RulesetNamed("standard")
			c.Turns = append(c.Turns, ImportedTurn{Move: janggi.Pass})
		}, "GameCreated SetupChosen SetupChosen GameStarted MovePlayed TurnPassed TurnPassed GameEnded", "double_pass han"},
		{"a start of its own", func(c *Import) {
			c.Setups, c.StartFEN, c.Turns = nil, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1", c.Turns[1:]
		}, "GameCreated GameStarted TurnPassed GameEnded", "time cho"},
		{"nothing but a start", func(c *Import) { c.Turns, c.End, c.Result = nil, janggi.EndAbandoned, janggi.ResultNone }, "GameCreated SetupChosen SetupChosen GameStarted GameEnded", "abandoned none"},
	}
	for _, test := range tests {
		events, err := Decide(&State{}, imported(test.edit), 7)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		types, s := "", State{}
		for i, e := range events {
			if i > 0 {
				types += " "
			}
			types += e.EventType()
			if s, err = Evolve(s, e, 7); err != nil {
				t.Fatal(err)
			}
		}
		if types != test.types || s.Status != Over || s.Outcome.Reason.String()+" "+s.Outcome.Result.String() != test.end {
			t.Errorf("%s: %s, then %+v; want %s, %s", test.name, types, s.Outcome, test.types, test.end)
		}
		if s.Seats[janggi.Cho].Name != "김초" || !s.Seats.Full() || s.Seats.SoloGame() || s.Seats.Holds("") || s.Ruleset.Preset != rulesetOf(test.name) {
			t.Errorf("%s: seats %+v", test.name, s.Seats)
		}
	}
}

// rulesetOf is the preset that a case of TestAnImportIsAWholeGame names.
func rulesetOf(name string) string {
	if name == "the board ends it" {
		return "standard"
	}
	return RecordPreset
}

func TestAnIllegalTurnIsNotImported(t *testing.T) {
	_, err := Decide(&State{}, imported(func(c *Import) { c.Turns[1].Move = moveOf("a4a5") }), 7)
	if failed, ok := err.(*ImportError); !ok || failed.Ply != 2 {
		t.Errorf("%v", err)
	}
}

func TestAnImportedGameIsSupersededOnce(t *testing.T) {
	over := history(nil).then(7, mustDecide(t, &State{}, imported())...)
	superseded := over.then(8, Superseded{By: "other"})
	runAll(t, []scenario{
		{name: "by a corrected record", given: over, when: Supersede{By: "other"}, at: 8, then: []Event{Superseded{By: "other"}}},
		{name: "again", given: superseded, when: Supersede{By: "other"}, at: 9},
		{name: "by a third", given: superseded, when: Supersede{By: "third"}, at: 9, err: NotSuperseded},
		{name: "a game that was played", given: playing(t), when: Supersede{By: "other"}, at: tPlay, err: NotSuperseded},
	})
}

func mustDecide(t *testing.T, s *State, c Command) []Event {
	t.Helper()
	events, err := Decide(s, c, 7)
	if err != nil {
		t.Fatal(err)
	}
	return events
}
