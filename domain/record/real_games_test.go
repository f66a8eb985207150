package record

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// realGame is a game that was played online, without its players.
type realGame struct {
	Setups []janggi.Setup `json:"setups"`    // Cho's and Han's
	Start  string         `json:"start_fen"` // instead of setups
	Moves  string         `json:"moves"`
	Result string         `json:"result"`
}

// realGames reads 248 of them, or those of the file that JANGGID_TEST_GAMES names.
func realGames(t *testing.T) (games []realGame) {
	t.Helper()
	path := os.Getenv("JANGGID_TEST_GAMES")
	if path == "" {
		path = "testdata/games.jsonl.gz"
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var g realGame
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return games
}

// played is the board of a game after its last move.
func (g realGame) played(t *testing.T) janggi.Game {
	t.Helper()
	var start janggi.Position
	if len(g.Setups) == 2 {
		start = janggi.StartPosition(g.Setups[0], g.Setups[1])
	} else {
		var err error
		if start, err = janggi.ParseFEN(g.Start); err != nil {
			t.Fatal(err)
		}
	}
	board := janggi.NewGame(recordRuleset.Rules, start)
	for _, word := range strings.Fields(g.Moves) {
		m, err := board.Parse(word)
		if err != nil || board.Validate(m) != nil {
			t.Fatalf("%s is no move: %v", word, err)
		}
		board = board.After(m)
	}
	return board
}

// outcome is how a game ended, by its board or else as people end games.
func (g realGame) outcome(board *janggi.Game) janggi.Outcome {
	if o, over := board.Outcome(); over {
		return o
	}
	switch g.Result {
	case "cho":
		return board.Ended(janggi.EndResignation, janggi.ChoWins)
	case "han":
		return board.Ended(janggi.EndResignation, janggi.HanWins)
	case "draw":
		return board.Ended(janggi.EndAgreement, janggi.Draw)
	}
	return board.Ended(janggi.EndAbandoned, janggi.ResultNone)
}

// Real games with names and comments in many scripts come out of each format as
// they went in, many games a file.
func TestRealGamesThroughEveryFormatAndBack(t *testing.T) {
	const file = 250 // games
	for games := range slices.Chunk(realGames(t), file) {
		var written []*Written
		for i, g := range games {
			name, other := scripts[i%len(scripts)], scripts[(i/len(scripts)+1)%len(scripts)]
			board := g.played(t)
			w := &Written{
				ID:          fmt.Sprintf("0192aaaa-0000-7000-8000-%012d", i),
				Tags:        []Tag{{Name: "Event", Value: other}, {Name: "White", Value: name}, {Name: "Black", Value: other}},
				Game:        board,
				Outcome:     new(g.outcome(&board)),
				Comments:    []Comment{{Ply: 0, Text: other}, {Ply: board.Ply(), Text: name}},
				TimeControl: game.TimeControl{Type: game.Unlimited},
			}
			written = append(written, w)
		}
		for _, f := range Formats() {
			var text strings.Builder
			for _, w := range written {
				text.WriteString(textOf(t, w, f))
			}
			read := readWhole(t, text.String(), "")
			if len(read) != len(written) {
				t.Fatalf("%s: %d games, want %d", f, len(read), len(written))
			}
			for i, g := range read {
				sameAsWritten(t, written[i], g)
				if t.Failed() {
					t.Fatalf("%s:\n%s", f, textOf(t, written[i], f))
				}
			}
		}
	}
}

// dialect writes the moves of a game as some site does.
type dialect struct {
	name string
	head func(g realGame, start janggi.Position) string
	move func(g *janggi.Game, m janggi.Move, ply int) string
}

var resultTexts = map[string]string{"cho": "초 완승", "han": "한 기권승", "draw": "무승부", "none": "미상"}

func gibHeadOf(more string) func(realGame, janggi.Position) string {
	return func(g realGame, _ janggi.Position) string {
		return fmt.Sprintf("[대회명 \"실전\"]\n[초대국자 \"가\"]\n[한대국자 \"나\"]\n%s[초차림 \"%s\"]\n[한차림 \"%s\"]\n[대국결과 \"%s\"]\n\n",
			more, gibSetup(janggi.Cho, g.Setups[0]), gibSetup(janggi.Han, g.Setups[1]), resultTexts[g.Result])
	}
}

func pgnHeadOf(tail string) func(realGame, janggi.Position) string {
	return func(_ realGame, start janggi.Position) string {
		board, _, _ := strings.Cut(start.FEN(), " ")
		return fmt.Sprintf("[Event \"실전\"]\n[Variant \"Janggi\"]\n[FEN \"%s%s\"]\n\n", board, tail)
	}
}

// points writes both points by what a dialect does with its file and rank, both from 0.
func points(from, to func(file, rank int) string) func(janggi.Move) (string, string) {
	return func(m janggi.Move) (string, string) {
		return from(m.From().File(), m.From().Rank()), to(m.To().File(), m.To().Rank())
	}
}

func oldPoint(file, rank int) string    { return fmt.Sprint(10*file + rank + 1) }
func zeroPoint(file, rank int) string   { return fmt.Sprintf("%c%d", 'a'+file, rank) }
func letterPoint(file, rank int) string { return fmt.Sprintf("%c%d", 'a'+file, rank+1) }
func digitPointText(file, rank int) string {
	return fmt.Sprintf("%d%d", (janggi.RankCount-rank)%janggi.RankCount, file+1)
}

// moveIn is a move with its points, piece, captured piece and check as a dialect has them.
func moveIn(point func(file, rank int) string, name func(janggi.Piece) string, capture, check, pass string) func(*janggi.Game, janggi.Move, int) string {
	both := points(point, point)
	return func(g *janggi.Game, m janggi.Move, ply int) string {
		if m.IsPass() {
			return fmt.Sprintf("%d. %s", ply, pass)
		}
		from, to := both(m)
		text := from + name(g.Position().At(m.From())) + to
		after := g.After(m)
		if turn, _ := after.LastTurn(); turn.Captured != janggi.NoPiece {
			text += capture + name(turn.Captured)
		}
		if after.Position().InCheck() {
			text += check
		}
		return fmt.Sprintf("%d. %s", ply, text)
	}
}

func hangul(p janggi.Piece) string {
	if p == janggi.NewPiece(janggi.Han, janggi.Soldier) {
		return "병"
	}
	return gibCho[p.Kind()]
}

func hanja(p janggi.Piece) string {
	if p == janggi.NewPiece(janggi.Cho, janggi.Soldier) {
		return "卒"
	}
	return gibHan[p.Kind()]
}

func marked(mark [2]string, name func(janggi.Piece) string) func(janggi.Piece) string {
	return func(p janggi.Piece) string { return mark[p.Side()] + name(p) }
}

func english(p janggi.Piece) string { return sanLetters[p.Kind()-1 : p.Kind()] }

func uciZero(_ *janggi.Game, m janggi.Move, _ int) string {
	if m.IsPass() {
		return "@@@@"
	}
	from, to := points(zeroPoint, zeroPoint)(m)
	return from + to
}

var dialects = []dialect{
	{name: "usual", head: gibHeadOf(""), move: moveIn(digitPointText, hangul, "", "장군", "한수쉼")},
	{name: "ta", head: gibHeadOf(""), move: moveIn(digitPointText, hangul, "타", " 장군", "한수 쉼")},
	{name: "ta apart", head: gibHeadOf(""), move: moveIn(digitPointText, hangul, " 타", "장군", "쉼")},
	{name: "side marks", head: gibHeadOf(""), move: moveIn(digitPointText, marked([2]string{"초", "한"}, hangul), "", "장군", "(pass)")},
	{name: "hanja side marks", head: gibHeadOf(""), move: moveIn(digitPointText, marked([2]string{"楚", "漢"}, hanja), "", "", "한수쉼")},
	{name: "old coordinates, told", head: gibHeadOf("[기보형식 \"구좌표\"]\n"), move: moveIn(oldPoint, hangul, "", "장군", "한수쉼")},
	{name: "old coordinates, not told", head: gibHeadOf(""), move: moveIn(oldPoint, hangul, "타", "장군", "한수쉼")},
	{name: "letters from 0", head: gibHeadOf(""), move: moveIn(zeroPoint, hanja, "", "", "한수쉼")},
	{name: "letters from 1", head: gibHeadOf(""), move: moveIn(letterPoint, hangul, "", "장군", "pass")},
	{name: "English", head: gibHeadOf(""), move: moveIn(digitPointText, english, "x", "+", "--")},
	{name: "WinBoard", head: pgnHeadOf(" w 0 1"), move: uciZero},
	{name: "PGN with 0000", head: pgnHeadOf(" w - - 0 1"), move: func(g *janggi.Game, m janggi.Move, _ int) string {
		if m.IsPass() {
			return "0000"
		}
		return textSAN(g, m)
	}},
}

// written is a game in a dialect, its moves a few a line.
func (d dialect) written(t *testing.T, g realGame, r *rand.Rand) (text string, moves []janggi.Move) {
	t.Helper()
	start := janggi.StartPosition(g.Setups[0], g.Setups[1])
	board := janggi.NewGame(recordRuleset.Rules, start)
	var out strings.Builder
	out.WriteString(d.head(g, start))
	timed := r.IntN(2) == 0 && !strings.Contains(out.String(), "[Variant")
	for i, word := range strings.Fields(g.Moves) {
		m, err := board.Parse(word)
		if err != nil || board.Validate(m) != nil {
			t.Fatalf("%s is no move: %v", word, err)
		}
		out.WriteString(d.move(&board, m, i+1))
		if timed {
			fmt.Fprintf(&out, " <%d>", r.IntN(90))
		}
		if i%6 == 5 {
			out.WriteByte('\n')
		} else {
			out.WriteByte(' ')
		}
		board = board.After(m)
		moves = append(moves, m)
	}
	if strings.Contains(out.String(), "[Variant") {
		out.WriteString(map[string]string{"cho": "1-0", "han": "0-1", "draw": "1/2-1/2", "none": "*"}[g.Result])
	}
	out.WriteString("\n\n")
	return out.String(), moves
}

// Every dialect of real games is read whole, several games a file.
func TestRealGamesInEveryDialect(t *testing.T) {
	games := slices.DeleteFunc(realGames(t), func(g realGame) bool { return len(g.Setups) != 2 })
	for _, d := range dialects {
		t.Run(d.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(20261130, 1))
			var text strings.Builder
			var want [][]janggi.Move
			for _, g := range games {
				one, moves := d.written(t, g, r)
				text.WriteString(one)
				want = append(want, moves)
			}
			read := readWhole(t, text.String(), "")
			if len(read) != len(want) {
				t.Fatalf("%d games, want %d", len(read), len(want))
			}
			for i, g := range read {
				c, err := g.Import()
				if err != nil || c.Source.Cut != nil || len(c.Turns) != len(want[i]) {
					t.Errorf("game %d: %v, cut %+v, %d of %d turns", i+1, err, c.Source.Cut, len(c.Turns), len(want[i]))
					continue
				}
				for ply, m := range want[i] {
					if c.Turns[ply].Move != m {
						t.Errorf("game %d, move %d is %v, want %v", i+1, ply+1, c.Turns[ply].Move, m)
						break
					}
				}
				if c.Result.String() != games[i].Result {
					t.Errorf("game %d ends %v, want %s", i+1, c.Result, games[i].Result)
				}
			}
		})
	}
}
