package game

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// scenario is a rule as an example: what had happened, what somebody wants and
// when, and what comes of it.
type scenario struct {
	name  string
	given history
	when  Command
	at    Instant
	then  []Event
	err   error
}

func (sc scenario) run(t *testing.T) {
	t.Helper()
	s := sc.given.state(t)
	before := pictureOf(*s)
	events, err := Decide(s, sc.when, sc.at)
	if got := pictureOf(*s); !reflect.DeepEqual(got, before) {
		t.Errorf("the state was changed:\n%+v\nwas\n%+v", got, before)
	}
	if !reflect.DeepEqual(err, sc.err) {
		t.Errorf("refusal: %#v, want %#v", err, sc.err)
	}
	if got, want := asJSON(t, events), asJSON(t, sc.then); got != want {
		t.Errorf("events:\n%s\nwant:\n%s", got, want)
	}
}

func runAll(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, sc := range scenarios {
		t.Run(sc.name, sc.run)
	}
}

// history is what had happened, and when.
type history []happened

type happened struct {
	at    Instant
	event Event
}

func (h history) state(t *testing.T) *State {
	t.Helper()
	var s State
	for _, e := range h {
		var err error
		if s, err = Evolve(s, e.event, e.at); err != nil {
			t.Fatal(err)
		}
	}
	return &s
}

// then is the history with more events at an instant.
func (h history) then(at Instant, events ...Event) history {
	longer := append(history(nil), h...)
	for _, e := range events {
		longer = append(longer, happened{at, e})
	}
	return longer
}

// play is the history after turns that players made one after the other, each
// at the instant at which the one before was made.
func (h history) play(t *testing.T, moves ...string) history {
	t.Helper()
	for _, text := range moves {
		s := h.state(t)
		player := s.Seats[s.toAct()].ID
		events, err := Decide(s, PlayMove{Player: player, Text: text}, s.UpdatedAt)
		if err != nil {
			t.Fatalf("given move %s: %v", text, err)
		}
		h = h.then(s.UpdatedAt, events...)
	}
	return h
}

func asJSON(t *testing.T, events []Event) string {
	t.Helper()
	text := ""
	for _, e := range events {
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		text += e.EventType() + " " + string(b) + "\n"
	}
	return text
}

// The people of the scenarios. Instants are small numbers: a game is created at
// 0, joined at 1000, and so on.
const (
	ann   = "ann" // creates games, sits on Cho's side
	ben   = "ben" // joins, sits on Han's side
	eve   = "eve" // a stranger
	t0    = Instant(0)
	tJoin = Instant(1000)
	tHan  = Instant(2000) // Han chose its setup
	tPlay = Instant(3000) // Cho did, and play began
)

// create is a creation with the defaults of the API, changed by edits.
func create(edits ...func(*Create)) Create {
	ruleset, _ := RulesetNamed(DefaultPreset)
	c := Create{
		Player: ann, Side: janggi.Cho, Opponent: OpponentHuman, Ruleset: ruleset,
		TimeControl: DefaultTimeControl(), SetupMS: DefaultSetupMS, Visibility: Public,
	}
	for _, edit := range edits {
		edit(&c)
	}
	return c
}

func with(tc TimeControl) func(*Create)   { return func(c *Create) { c.TimeControl = tc } }
func startingAt(fen string) func(*Create) { return func(c *Create) { c.StartFEN = fen } }
func unlimitedSetup(c *Create)            { c.SetupMS = 0 }
func self(c *Create)                      { c.Opponent = OpponentSelf }
func asHan(c *Create)                     { c.Side = janggi.Han }
func preset(name string) func(c *Create) {
	return func(c *Create) {
		var known bool
		if c.Ruleset, known = RulesetNamed(name); !known {
			panic("no preset " + name)
		}
	}
}

// waiting is a game that ann created.
func waiting(t *testing.T, edits ...func(*Create)) history {
	t.Helper()
	events, err := Decide(&State{}, create(edits...), t0)
	if err != nil {
		t.Fatal(err)
	}
	return history(nil).then(t0, events...)
}

// inSetup is a game in which Han has to choose a setup.
func inSetup(t *testing.T, edits ...func(*Create)) history {
	t.Helper()
	h := waiting(t, edits...)
	if h.state(t).Seats.Full() {
		return h
	}
	events, err := Decide(h.state(t), Join{Player: ben}, tJoin)
	if err != nil {
		t.Fatal(err)
	}
	return h.then(tJoin, events...)
}

// playing is a game whose first turn, Cho's, began at tPlay.
func playing(t *testing.T, edits ...func(*Create)) history {
	t.Helper()
	h := inSetup(t, edits...).then(tHan, hanChose)
	clock := h.state(t).TimeControl.Start()
	return h.then(tPlay, choChose, Started{Clocks: Clocks{clock, clock}, FEN: startFEN, Turn: janggi.Cho})
}

var (
	hanChose = SetupChosen{By: ByPlayer, Setup: janggi.HEEH, Side: janggi.Han}
	choChose = SetupChosen{By: ByPlayer, Setup: janggi.HEEH, Side: janggi.Cho}
	startFEN = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
	bareFEN  = "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1" // two generals on one file
)

// aborted is how a game ends that nobody played.
func aborted(ply int) Ended {
	return Ended{Evidence: []int{}, Ply: ply, Reason: janggi.EndAborted, Result: janggi.ResultNone}
}

// lost is how a game ends on the start position for the side that lost it.
func lost(by janggi.Side, reason janggi.EndReason, ply int) Ended {
	winner := by.Other()
	return Ended{
		Evidence: []int{}, Ply: ply, Points: &BySide[janggi.Points]{144, 147}, // 72 and 73.5 in half points
		Reason: reason, Result: janggi.WinFor(winner), Winner: &winner,
	}
}
