package pairing

import (
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

const t0 = game.Instant(1_767_323_045_678)

// line is a state after some events.
func line(events ...Event) *State {
	s := &State{}
	for _, e := range events {
		s.Evolve(e)
	}
	return s
}

func sought(id, player string) Sought { return Sought{ID: id, Player: player, Until: t0 + WaitMS} }

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name string
		line *State
		seek Seek
		at   game.Instant
		want []string // types
		made Made
	}{
		{"nobody waits", line(), Seek{ID: "b", Player: "ben"}, t0, []string{"PairingSought"}, Made{}},
		{"somebody waits", line(sought("a", "ann")), Seek{ID: "b", Player: "ben", Game: "g"}, t0, []string{"PairingSought", "PairingMade"}, Made{"b", "g", "a"}},
		{"lots were drawn for Han", line(sought("a", "ann")), Seek{ID: "b", Player: "ben", Game: "g", Side: janggi.Han}, t0, []string{"PairingSought", "PairingMade"}, Made{"a", "g", "b"}},
		{"the first of two", line(sought("a", "ann"), sought("c", "cho")), Seek{ID: "b", Player: "ben"}, t0, []string{"PairingSought", "PairingMade"}, Made{Cho: "b", Han: "a"}},
		{"the player themselves", line(sought("a", "ben")), Seek{ID: "b", Player: "ben"}, t0, []string{"PairingSought"}, Made{}},
		{"a wish that was withdrawn", line(sought("a", "ann"), Withdrawn{"a"}), Seek{ID: "b", Player: "ben"}, t0, []string{"PairingSought"}, Made{}},
		{"a millisecond before it lapses", line(sought("a", "ann")), Seek{ID: "b", Player: "ben"}, t0 + WaitMS - 1, []string{"PairingSought", "PairingMade"}, Made{Cho: "b", Han: "a"}},
		{"a wish that has lapsed", line(sought("a", "ann")), Seek{ID: "b", Player: "ben"}, t0 + WaitMS, []string{"PairingSought"}, Made{}},
		{"a pair", line(sought("a", "ann"), sought("c", "cho"), Made{"a", "g", "c"}), Seek{ID: "b", Player: "ben"}, t0, []string{"PairingSought"}, Made{}},
		{"again, and soon", line(sought("b", "ben")), Seek{ID: "b", Player: "ben"}, t0 + WaitMS/2, nil, Made{}},
		{"again, and later", line(sought("b", "ben")), Seek{ID: "b", Player: "ben"}, t0 + WaitMS/2 + 1, []string{"PairingSought"}, Made{}},
		{"again, when it has led to a game", line(sought("a", "ann"), sought("b", "ben"), Made{"a", "g", "b"}), Seek{ID: "b", Player: "ben"}, t0 + WaitMS, nil, Made{}},
		{"again, when it is withdrawn", line(sought("b", "ben"), Withdrawn{"b"}), Seek{ID: "b", Player: "ben"}, t0, nil, Made{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := c.line.Decide(c.seek, c.at)
			var types []string
			var made Made
			for _, e := range events {
				types = append(types, e.EventType())
				if m, ok := e.(Made); ok {
					made = m
				}
			}
			if len(types) != len(c.want) || made != c.made {
				t.Fatalf("%v %+v, want %v %+v", types, made, c.want, c.made)
			}
			for i, want := range c.want {
				if types[i] != want {
					t.Errorf("%v, want %v", types, c.want)
				}
			}
		})
	}
}

func TestAWishKnowsItsOpponent(t *testing.T) {
	s := line(sought("a", "ann"), sought("b", "ben"), Made{"a", "g", "b"})
	if a, b := s.Wish("a"), s.Wish("b"); a.Opponent != "ben" || b.Opponent != "ann" || a.Waiting(t0) || a.Made.Game != "g" {
		t.Errorf("%+v and %+v", a, b)
	}
	if s.Wish("c") != nil || s.WaitingOf("ann", t0) != nil {
		t.Error("somebody waits who does not")
	}
}

// Who reads a line from its middle on pairs nobody twice.
func TestAWishIsPairedThoughItsOpponentIsForgotten(t *testing.T) {
	for name, made := range map[string]Made{"as Cho": {"a", "g", "b"}, "as Han": {"b", "g", "a"}} {
		s := line(sought("a", "ann"), made)
		if w := s.Wish("a"); w.Waiting(t0) || w.Made.Game != "g" || w.Opponent != "" {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
