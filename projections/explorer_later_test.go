package projections

import (
	"fmt"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// finished is a public game with a delay of a minute in which a turn was made
// and Cho gave up.
func (w *world) finished() (id string) {
	w.t.Helper()
	c := standard(w.players[0])
	c.SpectatorDelayMS = 60_000
	g := w.playing(c, w.players[1])
	w.do(g.ID, game.PlayMove{Player: w.players[0], Text: "a4b4"})
	w.do(g.ID, game.Resign{Player: w.players[0]})
	return g.ID
}

func TestAGameWithADelayCountsWhenItsEndMayBeKnown(t *testing.T) {
	w := newWorld(t, 1)
	path := inFolder(t)
	m := w.open(path, Options{})
	id := w.finished()
	w.follow(m)
	end := w.now
	start := janggi.StartPosition(janggi.EHHE, janggi.HEEH)
	counts := func(when string, now game.Instant, want int) {
		t.Helper()
		games := 0
		for _, r := range explore(t, m, start.FEN(), now) {
			games += r.Games()
		}
		if games != want {
			t.Errorf("%s: %d games, want %d", when, games, want)
		}
	}
	counts("at its end", end, 0)
	counts("a millisecond early", end+59_999, 0)
	counts("in time, with no event since", end+60_000, 1)

	w.now = end + 30_000
	w.do(id, game.SetLabels{Labels: map[string]string{"league": "1"}})
	w.follow(m)
	counts("early, labelled since", end+59_999, 0)
	counts("in time, labelled since", end+60_000, 1)

	m.Close()
	m = w.open(path, Options{})
	counts("early, after a restart", end+59_999, 0)
	counts("in time, after a restart", end+60_000, 1)

	w.now = end + 60_000
	w.create(standard(w.players[2]))
	w.follow(m)
	counts("with an event of that time", end+60_000, 1)
	var rows int
	if err := m.file.read.QueryRow("SELECT count(*) FROM explorer_later").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows are left for later: %v", rows, err)
	}
}

func TestTheExplorerOfGamesWithADelayIsRebuiltTheSame(t *testing.T) {
	for _, pause := range []int64{0, 20_000, 100_000} {
		t.Run(fmt.Sprint(pause, " ms between games"), func(t *testing.T) {
			w := newWorld(t, 1)
			m := w.open(Memory, Options{BatchEvents: 3})
			for range 5 {
				id := w.finished()
				w.now = w.now.Add(pause)
				w.follow(m)
				w.do(id, game.SetLabels{Labels: map[string]string{"league": "1"}})
				w.follow(m)
			}
			rebuilt := w.open(Memory, Options{})
			w.follow(rebuilt)
			start := janggi.StartPosition(janggi.EHHE, janggi.HEEH)
			for _, table := range []string{"explorer", "explorer_later"} {
				var got, want string
				for m, into := range map[*Model]*string{m: &want, rebuilt: &got} {
					query := "SELECT coalesce(group_concat(row, char(10)), '') FROM (SELECT hex(position) || move || cho || ' ' || han AS row FROM " + table + " ORDER BY 1)"
					if err := m.file.read.QueryRow(query).Scan(into); err != nil {
						t.Fatal(err)
					}
				}
				if got != want {
					t.Errorf("%s is\n%s\nrebuilt, and followed\n%s", table, got, want)
				}
			}
			if got := explore(t, rebuilt, start.FEN(), w.now.Add(60_000)); len(got) != 1 {
				t.Errorf("%v", got)
			}
		})
	}
}
