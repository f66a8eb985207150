package game

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// picture is everything that a state shows, as values of its own.
type picture struct {
	State State
	FEN   string
	Moves []janggi.Move
	Legal []janggi.Move
	Seen  int
}

func pictureOf(s State) picture {
	p := picture{State: s}
	if s.Started {
		board := s.Game
		p.FEN, p.Moves, p.Legal, p.Seen = board.Position().FEN(), board.Moves(), board.LegalMoves(), board.Occurrences()
	}
	p.State.Game = janggi.Game{}
	return p
}

// randomGame decides a whole game by random commands and hands every event to
// seen, with the state that Decide leads to by then.
func randomGame(t *testing.T, rng *rand.Rand, seen func(e Event, at Instant, s State)) State {
	t.Helper()
	presets := janggi.Presets()
	controls := []TimeControl{
		DefaultTimeControl(),
		{Type: Fischer, InitialMS: 60 * second, IncrementMS: 2 * second},
		{Type: Byoyomi, MainMS: 20 * second, Periods: 3, PeriodMS: 5 * second},
		{Type: Unlimited},
	}
	c := create(preset(presets[rng.IntN(len(presets))].Name), with(controls[rng.IntN(len(controls))]))
	if rng.IntN(4) == 0 {
		c.StartFEN = "4k4/9/9/9/4p4/9/4P4/9/4R4/3K5 w - - 0 1"
	}
	var s State
	at := Instant(rng.Int64N(1 << 40))
	do := func(c Command) {
		events, err := Decide(&s, c, at)
		if err != nil && len(events) == 0 {
			t.Fatalf("%#v: %v", c, err)
		}
		at = max(at, s.UpdatedAt)
		for _, e := range events {
			if s, err = Evolve(s, e, at); err != nil {
				t.Fatal(err)
			}
			seen(e, at, s)
		}
	}
	do(c)
	at = at.Add(rng.Int64N(5_000))
	do(Join{Player: ben})
	for s.Status == Setup {
		at = at.Add(rng.Int64N(120_000))
		side := s.toAct()
		do(ChooseSetup{Player: s.Seats[side].ID, Setup: janggi.Setups()[rng.IntN(4)]})
	}
	for s.Status == Playing {
		at = at.Add(rng.Int64N(12_000) - 500)
		player := s.Seats[s.toAct()].ID
		legal := s.Game.LegalMoves()
		move := legal[rng.IntN(len(legal))]
		switch {
		case rng.IntN(300) == 0:
			do(Resign{Player: player})
		case s.Ply() < 2 && rng.IntN(50) == 0:
			do(Abort{Player: player})
		default:
			do(PlayMove{Player: player, Text: move.String()})
		}
	}
	return s
}

// A fold of the stored events, read back from their JSON, is the state that the
// commands were decided on.
func TestEvolveOfAllEventsIsWhatDecideWorkedWith(t *testing.T) {
	for n := range uint64(60) {
		rng := rand.New(rand.NewPCG(n, 1))
		var folded State
		final := randomGame(t, rng, func(e Event, at Instant, s State) {
			b, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			read := reflect.New(reflect.TypeOf(e))
			if err := json.Unmarshal(b, read.Interface()); err != nil {
				t.Fatal(err)
			}
			if folded, err = Evolve(folded, read.Elem().Interface().(Event), at); err != nil {
				t.Fatal(err)
			}
			if got, want := pictureOf(folded), pictureOf(s); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, after %s: folded\n%+v\ndecided\n%+v", n, e.EventType(), got, want)
			}
		})
		if final.Status != Over || final.Outcome == nil {
			t.Errorf("seed %d: the game never ended", n)
		}
	}
}

// Two futures of one state do not disturb each other, nor the state.
func TestBranchesOfAStateAreIndependent(t *testing.T) {
	s := playing(t).play(t, "a4b4", "a7b7", "c4d4", "c7d7").state(t)
	before := pictureOf(*s)
	turn := func(s *State, text string) *State {
		t.Helper()
		events, err := Decide(s, PlayMove{Player: s.Seats[s.toAct()].ID, Text: text}, s.UpdatedAt)
		if err != nil {
			t.Fatal(err)
		}
		return evolveAll(s, events, s.UpdatedAt)
	}
	left := turn(turn(s, "i4h4"), "i7h7")
	leftBefore := pictureOf(*left)
	right := turn(turn(s, "b4b5"), "b7b6")
	turn(right, "b5b6")
	if got := pictureOf(*left); !reflect.DeepEqual(got, leftBefore) {
		t.Errorf("one branch changed another:\n%+v\nwas\n%+v", got, leftBefore)
	}
	if got := pictureOf(*s); !reflect.DeepEqual(got, before) {
		t.Errorf("a branch changed the state it left:\n%+v\nwas\n%+v", got, before)
	}
	alone := playing(t).play(t, "a4b4", "a7b7", "c4d4", "c7d7", "b4b5", "b7b6").state(t)
	if got, want := pictureOf(*right), pictureOf(*alone); !reflect.DeepEqual(got, want) {
		t.Errorf("the later branch:\n%+v\nplayed alone:\n%+v", got, want)
	}
}

func TestADamagedHistoryIsNoticedAndChangesNothing(t *testing.T) {
	tests := []struct {
		name  string
		given history
		event Event
	}{
		{"a turn before the start", inSetup(t), MovePlayed{Move: janggi.NewMove(27, 28)}},
		{"a pass before the start", inSetup(t), TurnPassed{}},
		{"a start without a position", inSetup(t), Started{FEN: "nonsense"}},
		{"more turns taken back than there are", playing(t).play(t, "a4b4"), TurnsTakenBack{Count: 2}},
		{"no turns taken back", playing(t).play(t, "a4b4"), TurnsTakenBack{}},
		{"a pointer to an event, which no fold is for", playing(t), &TimeExpired{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.given.state(t)
			before := pictureOf(*s)
			if err := s.Apply(tt.event, s.UpdatedAt.Add(1_000)); err == nil {
				t.Error("it was folded")
			}
			if got := pictureOf(*s); !reflect.DeepEqual(got, before) {
				t.Errorf("it left\n%+v\nof\n%+v", got, before)
			}
		})
	}
}

// Evolve takes facts from events: a stored game stays what it was even if the
// rules came to say something else.
func TestEvolveNeverJudges(t *testing.T) {
	h := playing(t).then(tPlay, MovePlayed{Clocks: Clocks{{RemainingMS: 1}, {RemainingMS: 2}}, Move: janggi.NewMove(27, 45), Ply: 1})
	s := h.state(t) // a soldier two points forward
	if s.Ply() != 1 || s.Clocks != (Clocks{{RemainingMS: 1}, {RemainingMS: 2}}) || s.Game.Position().At(45) == janggi.NoPiece {
		t.Errorf("the event was judged: ply %d, clocks %+v, %s", s.Ply(), s.Clocks, s.Game.Position().FEN())
	}
}
