package game

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestCreate(t *testing.T) {
	standard, _ := RulesetNamed("standard")
	creator := &Player{ID: ann, Kind: Human}
	created := func(edit func(*Created)) Created {
		e := Created{
			Creator: ann, Labels: map[string]string{}, Opponent: OpponentHuman, Ruleset: standard, RulesVersion: janggi.RulesVersion,
			Seats: BySide[*Player]{Cho: creator}, SetupMS: new(int64(DefaultSetupMS)), TimeControl: DefaultTimeControl(), Visibility: Public,
		}
		edit(&e)
		return e
	}
	clock := DefaultTimeControl().Start()
	runAll(t, []scenario{
		{
			name: "the creator sits and the game waits",
			when: create(),
			then: []Event{created(func(*Created) {})},
		},
		{
			name: "the creator may take Han",
			when: create(asHan),
			then: []Event{created(func(e *Created) { e.Seats = BySide[*Player]{Han: creator} })},
		},
		{
			name: "labels, visibility and the absence of a setup limit are in the event",
			when: create(unlimitedSetup, func(c *Create) { c.Labels = map[string]string{"league": "7"}; c.Visibility = Private }),
			then: []Event{created(func(e *Created) {
				e.Labels, e.Visibility, e.SetupMS = map[string]string{"league": "7"}, Private, nil
			})},
		},
		{
			name: "against oneself both seats are taken and setups are chosen",
			when: create(self),
			then: []Event{created(func(e *Created) {
				e.Opponent, e.Seats = OpponentSelf, BySide[*Player]{Cho: creator, Han: creator}
			})},
		},
		{
			name: "against oneself from a custom start, play begins at once",
			when: create(self, startingAt(bareFEN)),
			then: []Event{
				created(func(e *Created) {
					e.Opponent, e.Seats, e.StartFEN = OpponentSelf, BySide[*Player]{Cho: creator, Han: creator}, &bareFEN
				}),
				Started{Clocks: Clocks{clock, clock}, FEN: bareFEN, Turn: janggi.Cho},
			},
		},
		{
			name:  "a game is created once",
			given: waiting(t),
			when:  create(),
			err:   SeatTaken,
		},
	})
}

func TestCreateValidates(t *testing.T) {
	mated := "4k4/9/9/9/9/9/9/9/r8/r3K4 w - - 0 1"
	tests := []struct {
		name string
		edit func(*Create)
		want any // pointer to the error type, an error value, or nil
	}{
		{"the defaults", func(*Create) {}, nil},
		{"no setup limit", unlimitedSetup, nil},
		{"a sound custom start", startingAt(bareFEN), nil},
		{"an impossible rule option", func(c *Create) { c.Ruleset.TurnLimit = 3 }, new(*janggi.InvalidRulesError)},
		{"an impossible time control", with(TimeControl{Type: PerMove, PerMoveMS: 1}), new(*InvalidTimeControlError)},
		{"too short a setup time", func(c *Create) { c.SetupMS = 999 }, new(*InvalidTimeControlError)},
		{"too long a setup time", func(c *Create) { c.SetupMS = 14*day + 1 }, new(*InvalidTimeControlError)},
		{"a text that is no FEN", startingAt("nonsense"), new(*janggi.InvalidPositionError)},
		{"a start that is already lost", startingAt(mated), ErrMatedStart},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := create(tt.edit).Validate()
			switch want := tt.want.(type) {
			case nil:
				if err != nil {
					t.Errorf("refused: %v", err)
				}
			case error:
				if !errors.Is(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
			default:
				if err == nil || !errors.As(err, want) {
					t.Errorf("got %T %v, want a %T", err, err, want)
				}
			}
		})
	}
}
