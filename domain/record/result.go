package record

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Result is a record's declared end of a game. If it is missing or unknown,
// Result is the zero value, with the words in Declared.
type Result struct {
	Declared string // the words as written
	Known    bool   // whether they were understood
	Reason   janggi.EndReason
	Result   janggi.Result
	Margin   janggi.Points // by which the points decided; 0 where it is not told
}

// Outcome returns the end of the replayed game: the board's, such as mate for
// 완승 or two passes for 점수승, else the declared one. It returns false if there is
// neither.
func (r Result) Outcome(g *janggi.Game) (janggi.Outcome, bool) {
	if judged, over := g.Outcome(); over {
		return judged, true
	}
	if !r.Known {
		return janggi.Outcome{}, false
	}
	reason, result := r.End()
	return g.Ended(reason, result), true
}

// End returns the end of a game that the board did not end. A declared reason
// that only the board can establish, such as mate, becomes an adjudication. A
// record without a result counts as abandoned.
func (r Result) End() (janggi.EndReason, janggi.Result) {
	if !r.Known || r.Result == janggi.ResultNone {
		return janggi.EndAbandoned, janggi.ResultNone
	}
	_, decided := r.Result.Winner()
	switch r.Reason {
	case janggi.EndTime, janggi.EndResignation, janggi.EndAbandoned:
		if decided {
			return r.Reason, r.Result
		}
	case janggi.EndAgreement:
		if !decided {
			return r.Reason, r.Result
		}
	}
	return janggi.EndAdjudication, r.Result
}

// resultTags are the names of the tag that has the result.
var resultTags = []string{"대국결과", "결과", "승패"}

func (g *Game) readResult() {
	tag := g.findTag(resultTags...)
	if tag == nil {
		if pgn := g.findTag("Result"); pgn != nil && isPGNResult(pgn.Value) {
			g.readPGNResult("")
			return
		}
		if !g.Result.Known {
			g.warn(g.Line, "no tag 대국결과 tells the result")
		}
		return
	}
	g.Result = parseResult(tag.Value)
	if winner, named := g.winnerByName(tag.Value); !g.Result.Known && named {
		g.Result = Result{Declared: tag.Value, Known: true, Reason: janggi.EndAdjudication, Result: janggi.WinFor(winner)}
	}
	switch {
	case !g.Result.Known:
		g.warn(tag.Line, "the result "+strconv.Quote(tag.Value)+" was not understood")
	case g.Result.Result == janggi.ResultNone:
		g.warn(tag.Line, "the result "+strconv.Quote(tag.Value)+" names no winner")
	}
}

// winnerByName reads a result that names a player instead of a side: 김초 승.
func (g *Game) winnerByName(declared string) (janggi.Side, bool) {
	words := strings.Fields(declared)
	if len(words) < 2 || !strings.HasSuffix(words[len(words)-1], "승") {
		return janggi.Cho, false
	}
	for _, side := range []janggi.Side{janggi.Cho, janggi.Han} {
		if name := known(g.Tag(game.NameTags(side)...)); name != "" && strings.HasPrefix(declared, name+" ") {
			return side, true
		}
	}
	return janggi.Cho, false
}

// parseResult reads a result: the side, how, and 승 (won) or 패 (lost), as in 초
// 완승, 한 시간패, 초 8.5점 승, 무승부. A side without either word has won, unless it
// resigned, ran out of time or lost the connection.
func parseResult(declared string) Result {
	words := plainResult.Replace(withoutSpace(plainText(declared)))
	if isPGNResult(words) && words != "*" {
		r := parsePGNResult(words, "")
		r.Declared = declared
		return r
	}
	r := Result{Declared: declared, Margin: margin(words)}
	how, ok := findWay(words)
	side, named := sideOf(words)
	won := strings.Contains(words, "승") && !how.draw
	switch {
	case ok && how.draw:
		r.Known, r.Reason, r.Result = true, how.reason, janggi.Draw
	case !named && ok && how.reason == janggi.EndAbandoned:
		r.Known, r.Reason = true, how.reason
	case !named:
		return r
	case won:
		r.Known, r.Reason, r.Result = true, how.reason, janggi.WinFor(side)
	case strings.Contains(words, "패"), ok && how.ofLoser:
		r.Known, r.Reason, r.Result = true, how.reason, janggi.WinFor(side.Other())
	case ok:
		r.Known, r.Reason, r.Result = true, how.reason, janggi.WinFor(side)
	}
	return r
}

// plainResult puts won and lost in Hangul, and a word that begins like a side
// in another.
var plainResult = strings.NewReplacer("勝", "승", "敗", "패", "초읽기", "시간")

// way is a word for how a game ended.
type way struct {
	word    string
	reason  janggi.EndReason
	draw    bool
	ofLoser bool // without 승 or 패 it says what the loser did
}

// ways are looked through in this order.
var ways = []way{
	{word: "판정무승부", reason: janggi.EndAdjudication, draw: true},
	{word: "무승부(자동", reason: janggi.EndAdjudication, draw: true}, // nobody agreed to it
	{word: "자동무승부", reason: janggi.EndAdjudication, draw: true},
	{word: "빅장승", reason: janggi.EndBikjang},
	{word: "빅승", reason: janggi.EndBikjang},
	{word: "빅장", reason: janggi.EndBikjang, draw: true},
	{word: "무승부", reason: janggi.EndAgreement, draw: true},
	{word: "비김", reason: janggi.EndAgreement, draw: true},
	{word: "비겼", reason: janggi.EndAgreement, draw: true},
	{word: "접속", reason: janggi.EndAbandoned, ofLoser: true},
	{word: "끊", reason: janggi.EndAbandoned, ofLoser: true},
	{word: "통신", reason: janggi.EndAbandoned, ofLoser: true},
	{word: "퇴장", reason: janggi.EndAbandoned, ofLoser: true},
	{word: "기권", reason: janggi.EndResignation, ofLoser: true},
	{word: "시간", reason: janggi.EndTime, ofLoser: true},
	{word: "외통", reason: janggi.EndCheckmate},
	{word: "장군승", reason: janggi.EndCheckmate},
	{word: "장군패", reason: janggi.EndCheckmate, ofLoser: true},
	{word: "완승", reason: janggi.EndResignation}, // mate on the board is for the board to say
	{word: "완패", reason: janggi.EndResignation, ofLoser: true},
	{word: "불계", reason: janggi.EndResignation},
	{word: "반칙", reason: janggi.EndAdjudication, ofLoser: true},
	{word: "실격", reason: janggi.EndAdjudication, ofLoser: true},
	{word: "점수", reason: janggi.EndAdjudication},
	{word: "판정", reason: janggi.EndAdjudication},
	{word: "점", reason: janggi.EndAdjudication},
}

// findWay finds the first word of ways. Where there is none, a record that
// names a winner says so.
func findWay(words string) (way, bool) {
	for _, w := range ways {
		if strings.Contains(words, w.word) {
			return w, true
		}
	}
	return way{reason: janggi.EndAdjudication}, false
}

func sideOf(words string) (janggi.Side, bool) {
	for _, prefix := range []string{"초", "楚", "cho", "Cho"} {
		if strings.HasPrefix(words, prefix) {
			return janggi.Cho, true
		}
	}
	for _, prefix := range []string{"한", "漢", "漢", "韓", "han", "Han"} {
		if strings.HasPrefix(words, prefix) {
			return janggi.Han, true
		}
	}
	return janggi.Cho, false
}

var marginPattern = regexp.MustCompile(`(\d{1,3})(\.[05])?점`)

// margin is the number of points before 점.
func margin(words string) janggi.Points {
	found := marginPattern.FindStringSubmatch(words)
	if found == nil {
		return 0
	}
	whole, _ := strconv.Atoi(found[1]) // three digits at most
	points := janggi.Points(2 * whole)
	if found[2] == ".5" {
		points++
	}
	return points
}
