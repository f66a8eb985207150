package projections

import (
	"context"
	"testing"

	"github.com/janggid/janggid/domain/game"
)

func TestALabelThatIsSetLaterFindsTheGame(t *testing.T) {
	w := newWorld(t, 1)
	c := standard(w.players[0])
	c.Labels = map[string]string{"league": "1"}
	g := w.create(c)
	m := w.open(Memory, Options{})
	w.follow(m)
	w.do(g.ID, game.SetLabels{Labels: map[string]string{"league": "2", "round": "1"}})
	w.follow(m)
	for _, c := range []struct {
		labels map[string]string
		want   int
	}{
		{map[string]string{"league": "1"}, 0},
		{map[string]string{"league": "2"}, 1},
		{map[string]string{"league": "2", "round": "1"}, 1},
		{map[string]string{"round": "1"}, 1},
	} {
		page, err := m.Games(context.Background(), Filter{Labels: c.labels, Limit: DefaultLimit})
		if err != nil || len(page.Games) != c.want {
			t.Errorf("%v: %d games, want %d (%v)", c.labels, len(page.Games), c.want, err)
		}
		if len(page.Games) == 1 && page.Games[0].Labels["league"] != "2" {
			t.Errorf("%v: it is shown with %v", c.labels, page.Games[0].Labels)
		}
	}
}
