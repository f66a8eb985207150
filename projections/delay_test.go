package projections

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// A list by facets, labels or status has a game with a delay where it has it
// for who asks, as the game is shown to them, at any instant.
func TestFacetsFindAGameWithADelayAsItIsShown(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	c := standard(w.players[0])
	c.SpectatorDelayMS, c.Labels = 60_000, map[string]string{"cup": "spring"}
	g := w.playing(c, w.players[1])
	w.now = w.now.Add(60_000)
	w.do(g.ID, game.PlayMove{Player: w.players[0], Text: "a4b4"})
	w.do(g.ID, game.SetLabels{Labels: map[string]string{"cup": "spring", "round": "final"}})
	w.do(g.ID, game.Resign{Player: w.players[0]})
	w.follow(m)
	won, resigned, ehhe, heeh := janggi.HanWins, janggi.EndResignation, janggi.EHHE, janggi.HEEH
	for name, c := range map[string]struct {
		filter     Filter
		early, end bool // found by others before the delay has passed, and after
	}{
		"result":            {Filter{Facets: Facets{Result: &won}}, false, true},
		"reason":            {Filter{Facets: Facets{Reason: &resigned}}, false, true},
		"at least a turn":   {Filter{Facets: Facets{MinPly: 1}}, false, true},
		"at most a turn":    {Filter{Facets: Facets{MaxPly: 1}}, true, true},
		"setups":            {Filter{Facets: Facets{Setups: [2]*janggi.Setup{&ehhe, &heeh}}}, true, true},
		"setups, playing":   {Filter{Status: game.Playing, Facets: Facets{Setups: [2]*janggi.Setup{&ehhe, nil}}}, true, false},
		"setups, ended":     {Filter{Status: game.Over, Facets: Facets{Setups: [2]*janggi.Setup{&ehhe, nil}}}, false, true},
		"a label kept":      {Filter{Labels: map[string]string{"cup": "spring"}}, true, true},
		"a label set since": {Filter{Labels: map[string]string{"round": "final"}}, false, true},
		"two labels":        {Filter{Labels: map[string]string{"cup": "spring", "round": "final"}}, false, true},
		"of a player":       {Filter{Player: w.players[1], Facets: Facets{Result: &won}}, false, true},
		"playing":           {Filter{Status: game.Playing}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := func(who, viewer string, now game.Instant, want bool) {
				t.Helper()
				f := c.filter
				f.Viewer, f.Now = viewer, now
				page, err := m.Games(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				if got := len(page.Games) == 1; got != want {
					t.Errorf("%s at %d: found %t, want %t", who, now-w.now, got, want)
				}
			}
			found("a stranger", "", w.now, c.early)
			found("a stranger", w.players[2], w.now+59_999, c.early)
			found("a stranger", "", w.now+60_000, c.end)
			found("a player", w.players[0], w.now, c.end)
		})
	}
}

// What a game with a delay has left stands in no list once that is shown, also when
// all of it is folded at once.
func TestAGameWithADelayLeavesItsListsInOneBatchToo(t *testing.T) {
	w := newWorld(t, 1)
	atOnce, stepByStep := w.open(Memory, Options{}), w.open(Memory, Options{})
	c := standard(w.players[0])
	c.SpectatorDelayMS = 60_000
	g := w.playing(c, w.players[1])
	w.follow(stepByStep)
	w.do(g.ID, game.Resign{Player: w.players[0]})
	w.follow(stepByStep)
	w.now = w.now.Add(60_000)
	w.create(standard(w.players[2]))
	w.follow(stepByStep)
	w.follow(atOnce)
	lists := func(m *Model) (all []string) {
		rows, err := m.file.read.Query("SELECT list FROM lists WHERE game = (SELECT created FROM games WHERE id = ?) ORDER BY list", g.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var list string
			if err := rows.Scan(&list); err != nil {
				t.Fatal(err)
			}
			all = append(all, list)
		}
		return all
	}
	if got, want := lists(atOnce), lists(stepByStep); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("it stands in\n%q\nwhere step by step it stands in\n%q", got, want)
	}
}
