package projections

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/journal"
)

func TestPlayerNames(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	name := func(id string) string {
		t.Helper()
		name, err := m.PlayerName(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	ann := w.register("Ann")
	if got := name(ann); got != "Ann" {
		t.Errorf("before the model has it: %q", got)
	}
	w.follow(m)
	w.rename(ann, "안나")
	if got := name(ann); got != "Ann" {
		t.Errorf("a name that another node changed, before it is followed: %q", got)
	}
	w.follow(m)
	if got := name(ann); got != "안나" {
		t.Errorf("after: %q", got)
	}

	renamed, err := w.journal.Players.Ensure(t.Context(), ann, "Anna", w.now)
	if err != nil {
		t.Fatal(err)
	}
	m.Learn(renamed)
	if got := name(ann); got != "Anna" {
		t.Errorf("a name that this node changed: %q", got)
	}
	m.Learn(journal.Player{ID: ann, Revision: 0})
	if got := name(ann); got != "Anna" {
		t.Errorf("after news that are old: %q", got)
	}

	p, err := m.Player(t.Context(), ann)
	if err != nil || p != (Player{ID: ann, Name: "Anna", Revision: 2}) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestAPlayerWhoIsNotThereYet(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	for range 2 { // asked of the store, then remembered
		if _, err := m.PlayerName(t.Context(), "someone"); !errors.Is(err, journal.ErrNotFound) {
			t.Fatalf("got %v, want ErrNotFound", err)
		}
	}
	w.rename("someone", "Someone")
	w.follow(m)
	if name, err := m.PlayerName(t.Context(), "someone"); err != nil || name != "Someone" {
		t.Errorf("registered since: %q, %v", name, err)
	}
}

func TestNamesOfAModelOpenedAgain(t *testing.T) {
	w := newWorld(t, 1)
	path := inFolder(t)
	m := w.open(path, Options{})
	w.follow(m)
	w.rename(w.players[0], "second")
	w.follow(m)
	m.Close()
	m = w.open(path, Options{CachedNames: 1})
	for i, want := range []string{"second", "player 1", "player 2"} {
		if name, err := m.PlayerName(t.Context(), w.players[i]); err != nil || name != want {
			t.Errorf("player %d: %q, %v", i, name, err)
		}
	}
}
