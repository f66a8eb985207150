package projections

import (
	"errors"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/journal"
)

func TestRoom(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	g := w.create(standard(w.players[0]))
	for _, when := range []string{"before the model has it", "after"} {
		got, err := m.Room(t.Context(), strings.ToLower(g.Room))
		if err != nil || got.ID != g.ID {
			t.Errorf("%s: %v, %v", when, got, err)
		}
		w.follow(m)
	}
	for _, code := range []string{"ZZZZZZ", "ZZZ", "OOOOOO"} {
		if _, err := m.Room(t.Context(), code); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", code, err)
		}
	}
}
