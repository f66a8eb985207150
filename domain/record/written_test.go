package record

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/korean"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// randomGame is a game of random turns, mostly captures where there are some, from any kind of start.
func randomGame(t *testing.T, r *rand.Rand) *Written {
	t.Helper()
	var start janggi.Position
	switch r.IntN(3) {
	case 0:
		start = janggi.StartPosition(janggi.Setups()[r.IntN(4)], janggi.Setups()[r.IntN(4)])
	case 1:
		var err error
		boards := []string{
			"rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1AB1R b - - 0 1", // Han gives a horse and begins
			"rnba1abn1/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1",
			"r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
		}
		if start, err = janggi.ParseFEN(boards[r.IntN(len(boards))]); err != nil {
			t.Fatal(err)
		}
	case 2:
		start = janggi.StartPosition(janggi.HEHE, janggi.EHHE)
		for range r.IntN(9) { // counters of a position in the middle of a game, and either side to move
			board := janggi.NewGame(rulesOf(t, "record"), start)
			moves := board.LegalMoves()
			start.Play(moves[r.IntN(len(moves))])
		}
	}
	w := &Written{ID: "0192aaaa-0000-7000-8000-000000000000", Game: janggi.NewGame(rulesOf(t, "record"), start)}
	for range r.IntN(160) {
		if _, over := w.Game.Outcome(); over {
			break
		}
		moves := w.Game.LegalMoves()
		m := moves[r.IntN(len(moves))]
		for range 3 {
			if !m.IsPass() && w.Game.Position().At(m.To()) != janggi.NoPiece {
				break
			}
			m = moves[r.IntN(len(moves))]
		}
		w.Game = w.Game.After(m)
	}
	w.Outcome = new(randomOutcome(r, &w.Game))
	w.Tags = []Tag{
		{Name: "Event", Value: `기왕전 "결승"`}, {Name: "Round", Value: "7"}, {Name: "Site", Value: `서울 \ Seoul`},
		{Name: "White", Value: "김초"}, {Name: "Black", Value: "한한"}, {Name: "Date", Value: "2026.01.02"}, {Name: "해설", Value: "없음"},
	}
	if r.IntN(2) == 0 {
		w.Comments = []Comment{{Ply: 0, Text: "시작"}, {Ply: w.Game.Ply(), Text: "끝 (end)"}}
	}
	w.clocks(r)
	return w
}

// clocks gives some games times to carry.
func (w *Written) clocks(r *rand.Rand) {
	switch r.IntN(4) {
	case 0:
		w.TimeControl = game.TimeControl{Type: game.Fischer, InitialMS: 600_000, IncrementMS: 5_500}
	case 1:
		w.TimeControl = game.TimeControl{Type: game.PerMove, PerMoveMS: 90_000}
	case 2:
		w.TimeControl = game.TimeControl{Type: game.Byoyomi, MainMS: 300_000, PeriodMS: 30_000, Periods: 3}
	default:
		w.TimeControl = game.TimeControl{Type: game.Unlimited}
		return
	}
	for range w.Game.Ply() {
		w.Clocks = append(w.Clocks, Clock{Spent: new(r.Int64N(90_000)), Remaining: new(r.Int64N(5_000_000))})
	}
}

func randomOutcome(r *rand.Rand, g *janggi.Game) janggi.Outcome {
	if o, over := g.Outcome(); over {
		return o
	}
	ends := []struct {
		reason janggi.EndReason
		result janggi.Result
	}{
		{janggi.EndTime, janggi.ChoWins}, {janggi.EndTime, janggi.HanWins}, {janggi.EndResignation, janggi.ChoWins}, {janggi.EndResignation, janggi.HanWins},
		{janggi.EndAgreement, janggi.Draw}, {janggi.EndAbandoned, janggi.ResultNone}, {janggi.EndAbandoned, janggi.ChoWins}, {janggi.EndAbandoned, janggi.HanWins},
		{janggi.EndAdjudication, janggi.ChoWins}, {janggi.EndAdjudication, janggi.HanWins}, {janggi.EndAdjudication, janggi.Draw},
	}
	end := ends[r.IntN(len(ends))]
	return g.Ended(end.reason, end.result)
}

// asRead is a game that was read, to be written down again with what the record tells of it.
func asRead(g *Game, board janggi.Game, o janggi.Outcome) *Written {
	return &Written{Tags: g.Tags, Game: board, Outcome: &o, Comments: g.Comments, TimeControl: game.TimeControl{Type: game.Unlimited}}
}

func textOf(t testing.TB, w *Written, f Format) string {
	t.Helper()
	var text strings.Builder
	if err := w.WriteTo(&text, f); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// told is what of a game a format carries, as text.
func told(g *Game, t *testing.T) string {
	t.Helper()
	board, err := g.Play(rulesOf(t, "record"))
	if err != nil {
		t.Errorf("%v", err)
		return ""
	}
	start := board.Start()
	return fmt.Sprint(boardOf(&start, g.Format), board.Moves())
}

// boardOf is a start position; a gib has no counters.
func boardOf(p *janggi.Position, f Format) string {
	if f == Gib {
		return strings.Join(strings.Fields(p.FEN())[:2], " ")
	}
	return p.FEN()
}

func TestWhatIsWrittenIsReadAsTheSameGame(t *testing.T) {
	const seed = 20261129
	r := rand.New(rand.NewPCG(seed, 1))
	for n := range 150 {
		w := randomGame(t, r)
		for _, f := range Formats() {
			text := textOf(t, w, f)
			if detected := Detect([]byte(text)); detected != f {
				t.Errorf("seed %d, game %d: %s is taken for %s\n%s", seed, n, f, detected, text)
			}
			games := 0
			for g, err := range readAs(strings.NewReader(text), "") {
				if err != nil {
					t.Fatalf("seed %d, game %d: %v\n%s", seed, n, err, text)
				}
				games++
				sameAsWritten(t, w, g)
			}
			if games != 1 || t.Failed() {
				t.Fatalf("seed %d, game %d: %d games, or another, in\n%s", seed, n, games, text)
			}
		}
	}
}

func sameAsWritten(t *testing.T, w *Written, g *Game) {
	t.Helper()
	start := w.Game.Start()
	if got, want := told(g, t), fmt.Sprint(boardOf(&start, g.Format), w.Game.Moves()); got != want {
		t.Errorf("%s tells\n%s\nwant\n%s", g.Format, got, want)
	}
	if g.Format == UCI {
		return
	}
	if board, _ := g.Play(rulesOf(t, "record")); true {
		o, ok := g.Result.Outcome(&board)
		if !ok && w.Outcome.Result != janggi.ResultNone || ok && !reflect.DeepEqual(o, *w.Outcome) {
			t.Errorf("%s ends %v, want %v", g.Format, o, *w.Outcome)
		}
	}
	got, want := aboutGame(g.Tags), w.about()
	if g.Format == Gib || g.Format == JSON {
		got.Time, want.Time = "", "" // told in words, and apart
	}
	if g.Format == PGN {
		want.Time = pgnTimeText(w.TimeControl)
		if want.Time == "-" {
			want.Time = ""
		}
	}
	for i := range got.Other {
		got.Other[i].Line = 0
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s tells %+v, want %+v", g.Format, got, want)
	}
	if w.Game.Ply() > 0 || len(g.Comments) > 1 {
		for i, c := range w.Comments {
			if i >= len(g.Comments) || g.Comments[i].Ply != c.Ply || g.Comments[i].Text != c.Text {
				t.Errorf("%s has the comments %+v, want %+v", g.Format, g.Comments, w.Comments)
				break
			}
		}
	}
	if g.Format == Gib {
		return
	}
	if w.TimeControl.Type != game.Unlimited && (g.TimeControl == nil || *g.TimeControl != w.TimeControl) {
		t.Errorf("%s has the time control %+v, want %+v", g.Format, g.TimeControl, w.TimeControl)
	}
	for i, c := range w.Clocks {
		if !reflect.DeepEqual(g.Moves[i].Clock, c) {
			t.Errorf("%s: clock of move %d is %+v, want %+v", g.Format, i+1, g.Moves[i].Clock, c)
		}
	}
}

func TestGibInCP949IsReadBack(t *testing.T) {
	w := randomGame(t, rand.New(rand.NewPCG(7, 7)))
	old, err := korean.EUCKR.NewEncoder().String(textOf(t, w, Gib))
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range readAs(strings.NewReader(old), "") {
		if err != nil {
			t.Fatal(err)
		}
		sameAsWritten(t, w, g)
	}
}

func TestSampleIsWrittenBack(t *testing.T) {
	for _, g := range readSample(t) {
		board, err := g.Play(rulesOf(t, "record"))
		if err != nil {
			t.Fatal(err)
		}
		o, _ := g.Result.Outcome(&board)
		w := asRead(g, board, o)
		for _, f := range []Format{Gib, PGN, JSON} {
			for again, err := range readAs(strings.NewReader(textOf(t, w, f)), f) {
				if err != nil {
					t.Fatal(err)
				}
				start := board.Start()
				if got, want := told(again, t), fmt.Sprint(boardOf(&start, f), board.Moves()); got != want {
					t.Errorf("line %d as %s:\n%s\nwant\n%s", g.Line, f, got, want)
				}
				if end, _ := again.Result.Outcome(&board); !reflect.DeepEqual(end, o) {
					t.Errorf("line %d as %s ends %v, want %v", g.Line, f, end, o)
				}
			}
		}
	}
}

func TestDateAndTimeControlAreToldWhereNoTagHasThem(t *testing.T) {
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	w := &Written{
		Tags: []Tag{{Name: "Event", Value: "기왕전"}}, Date: "2026.11.30", Game: janggi.NewGame(rulesOf(t, "record"), start),
		TimeControl: game.TimeControl{Type: game.PerMove, PerMoveMS: 90_000},
	}
	for f, want := range map[Format][]string{
		Gib: {`[대국일자 "2026.11.30"]`, `[제한시간 "한 수 90초"]`}, PGN: {`[Date "2026.11.30"]`, `[TimeControl "1/90"]`}, JSON: {`{"name":"Date","value":"2026.11.30"}`},
	} {
		text := textOf(t, w, f)
		for _, tag := range want {
			if !strings.Contains(text, tag) {
				t.Errorf("%s has no %s:\n%s", f, tag, text)
			}
		}
	}
}
