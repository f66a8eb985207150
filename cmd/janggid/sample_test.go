package main

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/record"
)

const sampleFile = "../../domain/record/testdata/sample.gib"

func readSample(t *testing.T) []*record.Game {
	t.Helper()
	f, err := os.Open(sampleFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var games []*record.Game
	for g, err := range record.Read(context.Background(), f, record.Options{Format: record.Gib}) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if len(games) != 49 {
		t.Fatalf("the sample has %d games, want 49", len(games))
	}
	return games
}

// imported is a record with what the server made of it.
type imported struct {
	record *record.Game
	report playReport
}

// importSample plays the sample through a server as two guests.
func importSample(t *testing.T, base string) []imported {
	client := newAPIClient(base, http.DefaultClient)
	players := recordPlayer{client: client}
	var err error
	if players.Cho, err = client.Guest(t.Context(), "Record, Cho"); err != nil {
		t.Fatal(err)
	}
	if players.Han, err = client.Guest(t.Context(), "Record, Han"); err != nil {
		t.Fatal(err)
	}
	var games []imported
	for _, g := range readSample(t) {
		report, err := players.Play(t.Context(), g)
		if err != nil {
			t.Errorf("%v", err)
		}
		games = append(games, imported{g, report})
	}
	return games
}

// TestRealGamesThroughTheAPI plays recorded games between two players over HTTP,
// to their ends, and finds every moment of them again after a restart.
func TestRealGamesThroughTheAPI(t *testing.T) {
	data := t.TempDir()
	base, stop := startServer(t, data)
	games := importSample(t, base)
	for _, g := range games {
		checkImported(t, g)
	}
	if t.Failed() {
		return
	}
	stop()
	base, _ = startServer(t, data)
	for _, g := range games {
		checkReplay(t, base, g)
	}
}

// checkImported compares a game's end with its record.
func checkImported(t *testing.T, g imported) {
	t.Helper()
	line := g.record.Line
	for _, w := range g.report.Warnings {
		t.Errorf("record at line %d: %s", line, w)
	}
	game := g.report.Game
	if game.Ply != len(g.record.Moves) {
		t.Errorf("record at line %d: %d turns of %d accepted", line, game.Ply, len(g.record.Moves))
	}
	played, err := g.record.Replay(recordRules(t))
	if err != nil {
		t.Fatal(err)
	}
	judged, over := played.Outcome()
	want := "playing"
	switch {
	case over:
		want = judged.Result.String() + " by " + judged.Reason.String()
	case g.record.Result.Reason == janggi.EndResignation && g.record.Result.Known:
		want = g.record.Result.Result.String() + " by resignation"
	}
	got := game.Status
	if game.Outcome != nil {
		got = game.Outcome.Result + " by " + game.Outcome.Reason
	}
	if got != want {
		t.Errorf("record at line %d, %q: the game is %s, want %s", line, g.record.Result.Declared, got, want)
	}
}

// checkReplay compares every moment of a stored game with the record replayed
// here.
func checkReplay(t *testing.T, base string, g imported) {
	t.Helper()
	played, err := g.record.Replay(recordRules(t))
	if err != nil {
		t.Fatal(err)
	}
	url := base + "/v1/games/" + g.report.Game.ID
	var then struct {
		Ply     int
		FEN     string
		Moves   []string
		InCheck bool `json:"in_check"`
	}
	for ply := range played.Ply() + 1 {
		getJSON(t, url+"?ply="+strconv.Itoa(ply), "", http.StatusOK, &then)
		want := played.TakenBack(played.Ply() - ply)
		if then.Ply != ply || then.FEN != want.Position().FEN() || then.InCheck != want.Position().InCheck() ||
			!slices.Equal(then.Moves, texts(want.Moves())) {
			t.Fatalf("record at line %d, ply %d: %+v, want %s after %v", g.record.Line, ply, then, want.Position().FEN(), want.Moves())
		}
	}
	var now apiGame
	getJSON(t, url, "", http.StatusOK, &now)
	if now.Status != g.report.Game.Status || now.Revision != g.report.Game.Revision {
		t.Errorf("record at line %d: %s at revision %d after the restart, %s at %d before",
			g.record.Line, now.Status, now.Revision, g.report.Game.Status, g.report.Game.Revision)
	}
}

// TestStandardRulesEndRealGamesAtTheThirdOccurrence judges the same games by
// other rules, without storing anything.
func TestStandardRulesEndRealGamesAtTheThirdOccurrence(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	ended := 0
	for _, g := range readSample(t) {
		if g.Setups == nil {
			continue
		}
		played, err := g.Replay(recordRules(t))
		if err != nil {
			t.Fatal(err)
		}
		third := thirdOccurrence(played)
		body := map[string]any{"fen": g.Start.FEN(), "ruleset": "standard", "moves": texts(played.Moves())}
		if third == 0 || third == played.Ply() {
			var answer struct{ Ply int }
			callJSON(t, http.MethodPost, base+"/v1/positions", "", body, http.StatusOK, &answer)
			continue
		}
		ended++
		var answer struct {
			Code    string
			Ply     int
			Outcome struct {
				Reason   string
				Evidence []int
			}
		}
		callJSON(t, http.MethodPost, base+"/v1/positions", "", body, http.StatusUnprocessableEntity, &answer)
		if answer.Code != "moves_after_end" || answer.Ply != third || answer.Outcome.Reason != "repetition" ||
			len(answer.Outcome.Evidence) != 3 || answer.Outcome.Evidence[2] != third {
			t.Errorf("record at line %d: %+v, want the end at ply %d", g.Line, answer, third)
		}
	}
	if ended != 5 {
		t.Errorf("%d games end at a third occurrence, want 5", ended)
	}
}

// thirdOccurrence is the ply at which a position stands for the third time; 0
// for never. It compares FENs without their counters, not the engine's keys.
func thirdOccurrence(played janggi.Game) int {
	seen := map[string]int{}
	for ply := range played.Ply() + 1 {
		then := played.TakenBack(played.Ply() - ply)
		fields := strings.Fields(then.Position().FEN())
		position := fields[0] + fields[1]
		if seen[position]++; seen[position] == 3 {
			return ply
		}
	}
	return 0
}

func recordRules(t *testing.T) janggi.Rules {
	t.Helper()
	preset, ok := janggi.PresetNamed("record")
	if !ok {
		t.Fatal("there is no preset record")
	}
	return preset.Rules
}

func texts(moves []janggi.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return texts
}
