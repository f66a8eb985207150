package pairing

import (
	"fmt"
	"testing"

	"github.com/janggid/janggid/domain/game"
)

const t0 = game.Instant(1_767_323_045_678)

// line is a state after some events.
func line(events ...Event) *Pool {
	s := &Pool{}
	for _, e := range events {
		s.Apply(e)
	}
	return s
}

func sought(id, player string) Sought { return Sought{ID: id, Player: player, Until: t0 + WaitMS} }

func TestAWishKnowsItsOpponent(t *testing.T) {
	s := line(sought("a", "ann"), sought("b", "ben"), Made{"a", "g", "b"})
	if a, b := s.Seek("a"), s.Seek("b"); a.Opponent != "ben" || b.Opponent != "ann" || a.Waiting(t0) || a.Made.Game != "g" {
		t.Errorf("%+v and %+v", a, b)
	}
	if s.Seek("c") != nil || s.WaitingOf("ann", t0) != nil {
		t.Error("somebody waits who does not")
	}
}

// Who reads a line from its middle on pairs nobody twice.
func TestAWishIsPairedThoughItsOpponentIsForgotten(t *testing.T) {
	for name, made := range map[string]Made{"as Cho": {"a", "g", "b"}, "as Han": {"b", "g", "a"}} {
		s := line(sought("a", "ann"), made)
		if w := s.Seek("a"); w.Waiting(t0) || w.Made.Game != "g" || w.Opponent != "" {
			t.Errorf("%s: %+v", name, w)
		}
	}
}

// The name of a preset is that of the wish that was there first, whichever side
// its player has.
func TestFirstIsWhoWaited(t *testing.T) {
	for _, made := range []Made{{"a", "g", "b"}, {"b", "g", "a"}} {
		s := line(sought("c", "cho"), sought("a", "ann"), sought("b", "ben"), made)
		if w := s.First(&made); w == nil || w.ID != "a" {
			t.Errorf("%+v: %+v", made, w)
		}
		if w := line(sought("b", "ben"), made).First(&made); w != nil {
			t.Errorf("%+v: %+v though one is forgotten", made, w)
		}
	}
}

func TestARepetitionIsTheSameWish(t *testing.T) {
	s := line(sought("a", "ann"), Repeated{"b", "a"}, sought("c", "cho"), Made{"c", "g", "a"})
	if w := s.Seek("b"); w != s.Seek("a") || w.ID != "a" || w.Made == nil {
		t.Errorf("%+v", w)
	}
	if w := line(Repeated{"b", "a"}).Seek("b"); w != nil {
		t.Errorf("%+v though what it repeats is forgotten", w)
	}
}

func TestALineForgetsItsOldestWishes(t *testing.T) {
	s := line(sought("a", "ann"), Repeated{"b", "a"})
	for i := range rememberedSeeks - 1 {
		s.Apply(sought(fmt.Sprint(i), "ben"))
	}
	if s.Seek("a") != nil || s.Seek("b") == nil || len(s.order) != rememberedSeeks || len(s.seeks) != rememberedSeeks {
		t.Errorf("%d and %d are remembered", len(s.order), len(s.seeks))
	}
}
