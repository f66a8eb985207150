package projections

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// lists is a world of few games, by name, in the order of their creation.
func lists(t *testing.T) (m *Model, ids map[string]string, ann, bob string) {
	w := newWorld(t, 1)
	ann, bob, eve := w.players[0], w.players[1], w.players[2]
	create := func(player string, visibility game.Visibility, labels map[string]string) string {
		c := standard(player)
		c.Visibility, c.Labels = visibility, labels
		return w.create(c).ID
	}
	ids = map[string]string{}
	ids["waiting"] = create(ann, game.Public, map[string]string{"league": "1"})
	ids["unlisted"] = create(ann, game.Unlisted, map[string]string{"league": "1"})
	ids["private"] = create(ann, game.Private, nil)
	w.do(ids["private"], game.Join{Player: bob})
	ids["playing"] = w.playing(standard(ann), bob).ID
	ids["labelled"] = create(bob, game.Public, map[string]string{"league": "1", "round": "2"})
	ids["ended"] = create(bob, game.Public, map[string]string{"league": "2", "round": "2"})
	w.do(ids["ended"], game.Abort{Player: bob})
	solo := standard(eve)
	solo.Opponent = game.OpponentSelf
	ids["solo"] = w.create(solo).ID
	m = w.open(Memory, Options{})
	w.follow(m)
	return m, ids, ann, bob
}

func TestGamesListsWhatIsAskedFor(t *testing.T) {
	m, ids, ann, bob := lists(t)
	league := func(n string) map[string]string { return map[string]string{"league": n} }
	tests := []struct {
		name   string
		filter Filter
		want   []string
	}{
		{"all that are public, newest first", Filter{}, []string{"solo", "ended", "labelled", "playing", "waiting"}},
		{"a status", Filter{Status: game.Playing}, []string{"playing"}},
		{"a status that several have", Filter{Status: game.Waiting}, []string{"labelled", "waiting"}},
		{"a player, on either side", Filter{Player: bob}, []string{"ended", "labelled", "playing"}},
		{"a player, for somebody else who sits there too", Filter{Player: ann, Viewer: bob}, []string{"playing", "waiting"}},
		{"a player's own", Filter{Player: ann, Viewer: ann}, []string{"playing", "private", "unlisted", "waiting"}},
		{"a private game that somebody joined", Filter{Player: bob, Viewer: bob, Status: game.Setup}, []string{"private"}},
		{"a viewer's own in a list for all", Filter{Viewer: ann}, []string{"solo", "ended", "labelled", "playing", "waiting"}},
		{"a player and a status", Filter{Player: ann, Status: game.Waiting}, []string{"waiting"}},
		{"a label", Filter{Labels: league("1")}, []string{"labelled", "waiting"}},
		{"a label of none", Filter{Labels: league("3")}, nil},
		{"labels", Filter{Labels: map[string]string{"league": "1", "round": "2"}}, []string{"labelled"}},
		{"a label and a status", Filter{Labels: league("2"), Status: game.Over}, []string{"ended"}},
		{"a label and a player", Filter{Labels: league("1"), Player: ann}, []string{"waiting"}},
		{"a label among a player's own", Filter{Labels: league("1"), Player: ann, Viewer: ann}, []string{"unlisted", "waiting"}},
		{"nobody's games", Filter{Player: "nobody", Viewer: "nobody"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page, err := m.Games(t.Context(), tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range page.Games {
				got = append(got, nameOf(ids, s.ID))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if page.Next != "" {
				t.Errorf("a next page %q", page.Next)
			}
			if page.Position != m.Position() {
				t.Errorf("shows position %s, the model is at %s", page.Position, m.Position())
			}
		})
	}
}

func nameOf(ids map[string]string, id string) string {
	for name, i := range ids {
		if i == id {
			return name
		}
	}
	return id
}

func TestPagesJoinUp(t *testing.T) {
	w := newWorld(t, 1)
	for range 300 {
		w.step()
	}
	m := w.open(Memory, Options{})
	w.follow(m)
	whole, err := m.Games(t.Context(), Filter{Limit: MaxLimit})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Games) < 10 {
		t.Fatalf("only %d games to page through", len(whole.Games))
	}
	for limit := range slices.Values([]int{1, 2, 3, 7, len(whole.Games), len(whole.Games) + 1}) {
		var joined []Summary
		f := Filter{Limit: limit}
		for {
			page, err := m.Games(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			if len(page.Games) > limit {
				t.Fatalf("a page of %d, asked for %d", len(page.Games), limit)
			}
			joined = append(joined, page.Games...)
			if f.Cursor = page.Next; f.Cursor == "" {
				break
			}
			w.create(standard(w.players[0])) // what comes anew shifts nothing
			w.follow(m)
		}
		if !reflect.DeepEqual(joined, whole.Games) {
			t.Fatalf("pages of %d do not join up", limit)
		}
		if whole, err = m.Games(t.Context(), Filter{Limit: MaxLimit}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestASecondConditionLooksAtABoundedNumberOfGames(t *testing.T) {
	w := newWorld(t, 1)
	wanted := standard(w.players[0])
	wanted.Labels = map[string]string{"rare": "1", "common": "1"}
	id := w.create(wanted).ID
	for range examined + 5 {
		c := standard(w.players[0])
		c.Labels = map[string]string{"common": "1"}
		w.create(c)
	}
	m := w.open(Memory, Options{})
	w.follow(m)
	f := Filter{Labels: wanted.Labels}
	first, err := m.Games(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Games) != 0 || first.Next == "" {
		t.Fatalf("%d games and next %q, want none yet and a next page", len(first.Games), first.Next)
	}
	f.Cursor = first.Next
	second, err := m.Games(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if len(second.Games) != 1 || second.Games[0].ID != id || second.Next != "" {
		t.Errorf("%d games and next %q, want the one and no more", len(second.Games), second.Next)
	}
}

func TestCursorsReadAsWritten(t *testing.T) {
	for _, created := range []int64{1, 35, 36, 1 << 40, math.MaxInt64} {
		if got, err := parseCursor(cursorAfter(created)); err != nil || got != created {
			t.Errorf("%d: %d, %v", created, got, err)
		}
	}
}

func TestCursorsThatNoPageGave(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	for _, cursor := range []string{"?", "-1", "0", "007", " ", "zzzzzzzzzzzzzzzzzzzzz", "abc", "abcdefgh", "10000", cursorAfter(12)[1:], "2" + cursorAfter(12)} {
		if _, err := m.Games(t.Context(), Filter{Cursor: cursor}); !errors.Is(err, ErrCursor) {
			t.Errorf("%q: %v, want ErrCursor", cursor, err)
		}
	}
}

// What a row holds is what the game itself says.
func TestARowReadBackIsTheGame(t *testing.T) {
	w := newWorld(t, 5)
	for range 400 {
		w.step()
	}
	m := w.open(Memory, Options{})
	w.follow(m)
	for _, player := range w.players {
		page, err := m.Games(t.Context(), Filter{Player: player, Viewer: player, Limit: MaxLimit})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range page.Games {
			g, err := w.journal.Load(t.Context(), got.ID)
			if err != nil {
				t.Fatal(err)
			}
			if want := *Summarize(g, got.Created); !reflect.DeepEqual(got, want) {
				t.Fatalf("read   %+v\nfolded %+v", got, want)
			}
		}
	}
}

// A scan of a table, or a sort, would make a query's cost grow with the number
// of games.
func TestQueriesGoByIndex(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	second := []condition{hasLabel("round", "2")}
	list, args := gamesQuery("public||", 1, 0, nil, 50)
	filtered, filteredArgs := gamesQuery("public||", 1, 0, second, 50)
	tests := []struct {
		name  string
		query string
		args  []any
		also  string // a table that may be scanned
	}{
		{"a list", list, args, ""},
		{"a list with a second condition", filtered, filteredArgs, "json_each"},
		{"where a page has to stop", floorQuery, []any{"public||", 1, 1}, ""},
		{"deadlines", deadlinesQuery, nil, ""},
		{"the explorer", explorerQuery, []any{[]byte{}, []byte{}, 1}, ""},
		{"a player", playerQuery, []any{""}, ""},
		{"a room", roomQuery, []any{""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, err := m.file.read.Query("EXPLAIN QUERY PLAN "+tt.query, tt.args...)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			steps := 0
			for rows.Next() {
				var id, parent, unused int
				var step string
				if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
					t.Fatal(err)
				}
				steps++
				scan := strings.HasPrefix(step, "SCAN") && (tt.also == "" || !strings.Contains(step, tt.also))
				if scan || strings.Contains(step, "TEMP B-TREE") {
					t.Errorf("%s", step)
				}
			}
			if steps == 0 {
				t.Error("no plan")
			}
		})
	}
}

// BenchmarkGames is to show the same cost for few games and for many; a million
// takes two minutes to write.
func BenchmarkGames(b *testing.B) {
	for _, games := range []int{1_000, *benchGames} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			m := manyGames(b, games)
			for _, q := range []struct {
				name   string
				filter Filter
			}{
				{"all", Filter{}},
				{"status", Filter{Status: game.Playing}},
				{"player", Filter{Player: "player-7"}},
				{"label", Filter{Labels: map[string]string{"league": "7"}}},
			} {
				b.Run(q.name, func(b *testing.B) {
					for b.Loop() {
						page, err := m.Games(b.Context(), q.filter)
						if err != nil || len(page.Games) != DefaultLimit {
							b.Fatal(len(page.Games), err)
						}
					}
				})
			}
		})
	}
}

// manyGames is a model with rows written straight into it: a tenth in play, ten
// players, ten leagues.
func manyGames(b *testing.B, n int) *Model {
	w := newWorld(b, 1)
	m := w.open(inFolder(b), Options{})
	g := w.playing(standard(w.players[0]), w.players[1])
	const atOnce = 50_000
	for from := 0; from < n; from += atOnce {
		var changes []change
		for i := from; i < min(n, from+atOnce); i++ {
			row := *Summarize(g, eventstore.Position(i+1))
			row.ID = fmt.Sprint(i)
			row.Labels = map[string]string{"league": fmt.Sprint(i % 10)}
			row.Seats[janggi.Cho].ID = fmt.Sprint("player-", i%10)
			if i%10 != i/10%10 {
				row.Status = game.Over
			}
			changes = append(changes, change{game: &gameChange{row: row, new: true}})
		}
		if err := m.file.commit(changes, progress{}); err != nil {
			b.Fatal(err)
		}
	}
	return m
}

// Whoever comes back asks for the games to which something has happened since.
func TestGamesSinceAPosition(t *testing.T) {
	w := newWorld(t, 7)
	for range 300 {
		w.step()
	}
	m := w.open(Memory, Options{})
	w.follow(m)
	since := m.Position() / 2
	found, leftOut := 0, 0
	for _, player := range w.players {
		f := Filter{Player: player, Viewer: player, Limit: MaxLimit}
		all, err := m.Games(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, s := range all.Games {
			if g, err := w.journal.Load(t.Context(), s.ID); err != nil {
				t.Fatal(err)
			} else if g.Position > since {
				want = append(want, s.ID)
			}
		}
		f.Since = since
		page, err := m.Games(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range page.Games {
			got = append(got, s.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("since %v: %v, want %v", since, got, want)
		}
		found, leftOut = found+len(want), leftOut+len(all.Games)-len(want)
	}
	if found == 0 || leftOut == 0 {
		t.Errorf("%d games are to be found and %d left out", found, leftOut)
	}
}
