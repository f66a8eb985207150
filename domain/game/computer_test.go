package game

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/player"
)

var hal = player.ComputerID(5)

// againstComputer is ann's game as Cho against a computer.
func againstComputer(c *Create) { c.Opponent, c.Against, c.Seed = OpponentComputer, hal, 42 }

// byComputers is a game of two computers that ann watches.
func byComputers(cho, han int) func(*Create) {
	return func(c *Create) {
		c.Opponent, c.Seed = OpponentComputers, 42
		c.Both = &BySide[string]{player.ComputerID(cho), player.ComputerID(han)}
	}
}

// inPlayWith is a game against a computer whose first turn, Cho's, began at
// tPlay.
func inPlayWith(t *testing.T, edits ...func(*Create)) history {
	t.Helper()
	h := inSetup(t, append([]func(*Create){againstComputer}, edits...)...)
	h = h.then(tHan, SetupChosen{By: ByPlayer, Engine: 1, Setup: janggi.HEEH, Side: janggi.Han})
	clock := h.state(t).TimeControl.Start()
	return h.then(tPlay, choChose, Started{Clocks: Clocks{clock, clock}, FEN: startFEN, Turn: janggi.Cho})
}

// answered is the game after a turn of ann's and one of the computer's.
func answered(t *testing.T) history {
	t.Helper()
	h := inPlayWith(t).play(t, "a4b4")
	s := h.state(t)
	events, err := Decide(s, PlayMove{Player: hal, Text: "a7b7", Search: &Search{Engine: 1, Nodes: 900}}, s.UpdatedAt)
	if err != nil {
		t.Fatal(err)
	}
	return h.then(s.UpdatedAt, events...)
}

func TestAComputerSitsDownAtTheCreation(t *testing.T) {
	s := inSetup(t, againstComputer).state(t)
	if s.Status != Setup || s.Seed() != 42 || s.Seats[janggi.Han] != (Player{ID: hal, Kind: Computer}) || s.Seats[janggi.Cho].Kind != Human {
		t.Errorf("%s, seed %d, %+v", s.Status, s.Seed(), s.Seats)
	}
	if person, ok := s.Seats.AgainstComputer(); !ok || person != janggi.Cho {
		t.Errorf("the person plays %s, %t", person, ok)
	}
	s = inSetup(t, byComputers(3, 3)).state(t)
	if _, ok := s.Seats.AgainstComputer(); ok || !s.Seats.HaveComputer() || s.Seats[janggi.Han].Strength() != 3 {
		t.Errorf("%+v", s.Seats)
	}
}

func TestAgainstAComputer(t *testing.T) {
	at := tPlay.Add(100)
	turn := answered(t)
	away := tPlay
	draws := func(c *Create) { c.Ruleset.Deom = 0 }
	before := turn[len(turn)-2].event.(MovePlayed).Clocks
	var past PastClocks
	for _, e := range turn {
		past = past.After(e.event)
	}
	runAll(t, []scenario{
		{
			name: "a turn says how it was searched", given: inPlayWith(t).play(t, "a4b4"), when: PlayMove{Player: hal, Text: "a7b7", Search: &Search{1, 900}}, at: tPlay,
			then: []Event{MovePlayed{Clocks: before, Move: mustMove(t, "a7b7"), Piece: janggi.Soldier, Ply: 2, Search: &Search{1, 900}, Side: janggi.Han}},
		},
		{
			name: "a takeback is granted at once", given: turn, when: OfferTakeback{Player: ann, Past: past}, at: at,
			then: []Event{TakebackOffered{Count: 2, Ply: 2, Side: janggi.Cho}, TurnsTakenBack{Clocks: past[0], Count: 2, Ply: 0, Side: janggi.Cho}},
		},
		{name: "a draw has to be answered", given: inPlayWith(t, draws), when: OfferDraw{Player: ann}, at: at, then: []Event{DrawOffered{Side: janggi.Cho}}},
		{name: "it is never away", given: turn, when: ClaimWin{Player: ann, AwaySince: &away}, at: at.Add(AwayLimitMS), err: OpponentPresent},
		{
			name: "a rematch is agreed on at once", given: turn.then(at, PlayerResigned{janggi.Cho}, lost(janggi.Cho, janggi.EndResignation, 2)),
			when: OfferRematch{Player: ann, Game: "next"}, at: at, then: []Event{Rematched{Game: "next"}},
		},
	})
}

func mustMove(t *testing.T, text string) janggi.Move {
	t.Helper()
	m, err := janggi.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestARematchWithAComputerSwapsSidesAndSeeds(t *testing.T) {
	s := inPlayWith(t).state(t)
	c := s.RematchCreation("before")
	if c.Player != ann || c.Seed == 42 || c.Seed < 0 || c.Seed > MaxSeed {
		t.Errorf("%+v", c)
	}
	events, err := Decide(&State{}, c, t0)
	if err != nil {
		t.Fatal(err)
	}
	created := events[0].(Created)
	if created.Creator != ann || created.Seats.Cho.ID != hal || created.Seats.Cho.Kind != Computer || created.Seats.Han.ID != ann {
		t.Errorf("%+v", created)
	}
	next, err := Evolve(State{}, created, t0)
	if err != nil {
		t.Fatal(err)
	}
	if again := next.RematchCreation("next"); again.Player != ann || again.Side != janggi.Cho || again.Seed == c.Seed {
		t.Errorf("%+v", again)
	}
}

func TestDeriveRefusesWhatNoComputerDoes(t *testing.T) {
	given := inPlayWith(t).play(t, "a4b4")
	s := given.state(t)
	turn := given.state(t)
	moved := func(search *Search) Event {
		return MovePlayed{Clocks: turn.Clocks, Move: mustMove(t, "a7b7"), Piece: janggi.Soldier, Ply: 2, Search: search, Side: janggi.Han}
	}
	create := func(edit func(*Created)) Event {
		created := waiting(t, againstComputer)[0].event.(Created)
		edit(&created)
		return created
	}
	setup := inSetup(t, againstComputer).state(t)
	for _, c := range []struct {
		name, field string
		before      *State
		event       Event
	}{
		{"a turn without a search", "search", s, moved(nil)},
		{"a search by no engine", "search", s, moved(&Search{0, 1})},
		{"a search of a person", "search", inPlayWith(t).state(t), MovePlayed{Move: mustMove(t, "a4b4"), Search: &Search{1, 1}}},
		{"a setup without an engine", "engine", setup, SetupChosen{By: ByPlayer, Setup: janggi.HEEH, Side: janggi.Han}},
		{"no seed", "seed", &State{}, create(func(e *Created) { e.Seed = nil })},
		{"too great a seed", "seed", &State{}, create(func(e *Created) { e.Seed = new(int64(MaxSeed + 1)) })},
		{"a seed among people", "seats", &State{}, create(func(e *Created) { e.Opponent = OpponentHuman })},
		{"a computer of no strength", "seats", &State{}, create(func(e *Created) { e.Seats.Han = &Player{ID: "computer-11", Kind: Computer} })},
		{"a computer that joins", "player", waiting(t).state(t), PlayerJoined{Player: Player{ID: hal, Kind: Computer}, Side: janggi.Han}},
	} {
		_, err := Derive(c.before, nil, nil, c.event, c.before.UpdatedAt)
		if impossible, ok := errors.AsType[*ImpossibleError](err); !ok || impossible.Field != c.field {
			t.Errorf("%s: %v, want something wrong with %s", c.name, err, c.field)
		}
	}
	if _, err := Derive(s, nil, nil, moved(&Search{1, 900}), s.UpdatedAt); err != nil {
		t.Errorf("a computer's turn: %v", err)
	}
}
