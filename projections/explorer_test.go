package projections

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

// counted is what the explorer should know: by position (a FEN's first two
// fields) and move, from whole games.
func counted(w *world, ids []string) map[string]map[janggi.Move]Results {
	all := map[string]map[janggi.Move]Results{}
	for _, id := range ids {
		g, err := w.journal.Load(w.t.Context(), id)
		if err != nil {
			w.t.Fatal(err)
		}
		if s := g.State; s.Status != game.Over || s.Visibility != game.Public || !s.Started || s.SupersededBy != "" {
			continue
		}
		board := g.State.Game
		p := board.Start()
		seen := map[string]bool{}
		for ply := 1; ply <= min(board.Ply(), ExplorerPlies); ply++ {
			key, move := strings.Join(strings.Fields(p.FEN())[:2], " "), board.TurnAt(ply).Move
			p.Play(move)
			if seen[key+move.String()] {
				continue
			}
			seen[key+move.String()] = true
			if all[key] == nil {
				all[key] = map[janggi.Move]Results{}
			}
			r := all[key][move]
			r[g.State.Outcome.Result]++
			all[key][move] = r
		}
	}
	return all
}

// firsts are the first moves of the games that counted counts, with their starts.
func firsts(w *world, ids []string) map[string]struct{} {
	all := map[string]struct{}{}
	for _, id := range ids {
		g, err := w.journal.Load(w.t.Context(), id)
		if err != nil {
			w.t.Fatal(err)
		}
		if s := g.State; s.Status == game.Over && s.Visibility == game.Public && s.Started && s.SupersededBy == "" && s.Ply() > 0 {
			start := s.Game.Start()
			all[start.FEN()+s.Game.TurnAt(1).Move.String()] = struct{}{}
		}
	}
	return all
}

// explore is what the model knows of a position at an instant.
func explore(t *testing.T, m *Model, fen string, now game.Instant) map[janggi.Move]Results {
	t.Helper()
	p, err := janggi.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	moves, position, err := m.Explore(t.Context(), &p, now)
	if err != nil {
		t.Fatal(err)
	}
	if position != m.Position() {
		t.Errorf("shows position %s, the model is at %s", position, m.Position())
	}
	known := map[janggi.Move]Results{}
	for i, c := range moves {
		known[c.Move] = c.Results
		if i > 0 && c.Results.Games() > moves[i-1].Results.Games() {
			t.Errorf("%s: %s is more frequent than %s before it", fen, c.Move, moves[i-1].Move)
		}
	}
	return known
}

func TestTheExplorerKnowsEveryOpeningOfPublicGamesThatAreOver(t *testing.T) {
	for seed := range uint64(4) {
		w := newWorld(t, seed)
		m := w.open(Memory, Options{})
		ids := map[string]bool{}
		for range 6 {
			for range 150 {
				w.step()
				for _, id := range w.games {
					ids[id] = true
				}
			}
			w.follow(m) // in parts, as a server does
		}
		want := counted(w, slices.Collect(maps.Keys(ids)))
		if len(want) < 20 {
			t.Fatalf("seed %d: only %d positions", seed, len(want))
		}
		for fen, moves := range want {
			if got := explore(t, m, fen, w.now); !maps.Equal(got, moves) {
				t.Fatalf("seed %d: %s: %v, want %v", seed, fen, got, moves)
			}
		}
		rows := 0
		if err := m.file.read.QueryRow("SELECT count(*) FROM explorer").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		for _, moves := range want {
			rows -= len(moves)
		}
		rows -= len(firsts(w, slices.Collect(maps.Keys(ids))))
		if rows != 0 {
			t.Errorf("seed %d: %d rows more than there should be", seed, rows)
		}
	}
}

// imported stores a game made of a record, in which Cho's first move is given.
func (w *world) imported(externalID, digest, move string, result janggi.Result) *journal.Game {
	w.t.Helper()
	m, err := janggi.ParseMove(move)
	if err != nil {
		w.t.Fatal(err)
	}
	setups := [2]janggi.Setup{janggi.HEEH, janggi.HEEH}
	done, err := w.journal.Import(w.t.Context(), game.Import{
		Source:      game.Source{Digest: digest, ExternalID: externalID, Format: "gib"},
		Seats:       game.Seats{{Kind: game.Recorded, Name: "Kim"}, {Kind: game.Recorded, Name: "Lee"}},
		Visibility:  game.Public,
		TimeControl: game.TimeControl{Type: game.Unlimited},
		Setups:      &setups,
		Turns:       []game.ImportedTurn{{Move: m}},
		End:         janggi.EndAdjudication,
		Result:      result,
	}, journal.Request{At: w.now})
	if err != nil {
		w.t.Fatal(err)
	}
	return done.Game
}

func TestACorrectedRecordTakesThePlaceOfTheOneBefore(t *testing.T) {
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	first, second := janggi.ChoWins, janggi.HanWins
	follow := map[string]func(w *world, m *Model){
		"step by step":  func(w *world, m *Model) { w.follow(m) },
		"all at a time": func(*world, *Model) {},
	}
	for name, between := range follow {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 1)
			m := w.open(Memory, Options{})
			w.imported("game 1", "aa", "a4b4", first)
			w.imported("game 2", "ab", "a4b4", first)
			between(w, m)
			w.imported("game 1", "ac", "c4d4", second)
			w.follow(m)
			got := explore(t, m, start.FEN(), w.now)
			want := map[janggi.Move]Results{}
			for move, result := range map[string]janggi.Result{"a4b4": first, "c4d4": second} {
				parsed, _ := janggi.ParseMove(move)
				var r Results
				r[result] = 1
				want[parsed] = r
			}
			if !maps.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestAnOpeningThatNoGameHasAnyMoreLeavesNothing(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	w.imported("game 1", "aa", "a4b4", janggi.ChoWins)
	w.follow(m)
	w.imported("game 1", "ab", "c4d4", janggi.ChoWins)
	w.follow(m)
	rows := 0
	if err := m.file.read.QueryRow("SELECT count(*) FROM explorer").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if rows != 2 {
		t.Errorf("%d rows, want that of c4d4 and of a game that begins with it alone", rows)
	}
}
