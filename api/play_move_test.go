package api

import "testing"

func TestATurnIsAnsweredWithTheGameAfterIt(t *testing.T) {
	m := newTestServer(t, serverOptions{}).started("")
	g := m.play("a4b4", "pass")
	if g.Ply != 2 || len(g.Moves) != 2 || g.LastMove == nil || !g.LastMove.IsPass() {
		t.Errorf("after two turns: ply %d, moves %v, last %v", g.Ply, g.Moves, g.LastMove)
	}
}
