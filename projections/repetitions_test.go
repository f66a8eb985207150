package projections

import (
	"testing"

	"github.com/janggid/janggid/domain/game"
)

func TestRepetitionsAreFollowedTurnByTurn(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	g := w.playing(standard(w.players[0]), w.players[1])
	for i, turn := range []struct {
		move string
		want int
	}{{"a1a2", 1}, {"a10a9", 1}, {"a2a1", 1}, {"a9a10", 2}, {"a1a2", 2}, {"a10a8", 1}} {
		w.do(g.ID, game.PlayMove{Player: w.players[i%2], Text: turn.move})
		w.follow(m)
		var got int
		if err := m.file.read.QueryRow("SELECT repetitions FROM games").Scan(&got); err != nil || got != turn.want {
			t.Errorf("after %s the position stands for the %d. time, %v; want %d", turn.move, got, err, turn.want)
		}
	}
}
