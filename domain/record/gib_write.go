package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

func (w *Written) writeGib(out *strings.Builder) {
	about := w.about()
	writeGibTag(out, "대회명", orUnknown(about.Event))
	writeGibTag(out, "회전", orUnknown(about.Round))
	writeGibTag(out, "대국일자", orUnknown(about.Date))
	writeGibTag(out, "대국장소", orUnknown(about.Place))
	writeGibTag(out, "초대국자", orUnknown(about.Players[janggi.Cho]))
	writeGibTag(out, "한대국자", orUnknown(about.Players[janggi.Han]))
	start := w.Game.Start()
	if setups := setupsOf(&start); setups != nil {
		writeGibTag(out, "초차림", gibSetup(janggi.Cho, setups[janggi.Cho]))
		writeGibTag(out, "한차림", gibSetup(janggi.Han, setups[janggi.Han]))
	} else {
		writeGibTag(out, "판", gibBoard(&start))
		if start.TurnsSinceCapture() != 0 || start.MoveNumber() != 1 {
			writeGibTag(out, "FEN", start.FEN()) // for its counters
		}
	}
	if rules := rulesetText(w.ruleset()); rules != "" {
		writeGibTag(out, rulesetTags[0], rules)
	}
	time := gibTime(w.TimeControl)
	if time == "" {
		time = about.Time
	}
	writeGibTag(out, "제한시간", orUnknown(time))
	writeGibTag(out, "총수", strconv.Itoa(w.Game.Ply()))
	writeGibTag(out, "대국결과", gibResult(w.Outcome))
	for _, tag := range about.Other {
		writeGibTag(out, tag.Name, tag.Value)
	}
	follow := w.clocksFollow()
	if times := w.spentTimes(); times != "" {
		writeGibTag(out, spentTag, times)
	}
	out.WriteByte('\n')
	text := moveText{out: out}
	if comment := w.comment(0); comment != "" {
		text.add(inBraces(comment))
	}
	w.turns(func(ply int, before *janggi.Game, m janggi.Move) {
		text.add(fmt.Sprintf("%d. %s", ply, before.Format(m)))
		if clock := w.gibClock(ply); !follow && clock != "" {
			text.add(clock)
		}
		if comment := w.comment(ply); comment != "" {
			text.add(inBraces(comment))
		}
	})
	out.WriteString("\n\n")
}

func writeGibTag(out *strings.Builder, name, value string) {
	value = onOneLine(value)
	if strings.Contains(value, `"]`) || strings.Contains(value, `" ]`) || strings.Contains(value, `\"`) || strings.Contains(value, `\\`) || strings.HasSuffix(value, `\`) {
		value = escapeTag.Replace(value) // only where it must be: other programs take the backslash for what it is
	}
	fmt.Fprintf(out, "[%s \"%s\"]\n", name, value)
}

func orUnknown(value string) string {
	if value == "" {
		return unknownValue
	}
	return value
}

// gibSetup names a side's pieces from file a to file i, which for Han is from
// its right.
func gibSetup(side janggi.Side, s janggi.Setup) string {
	names := map[rune]string{'H': "마", 'E': "상"}
	text := ""
	for _, letter := range s.String() {
		if side == janggi.Cho {
			text += names[letter]
		} else {
			text = names[letter] + text
		}
	}
	return text
}

// The pieces of a 판: Hangul is Cho's, hanja Han's.
var (
	gibCho = [...]string{janggi.General: "장", janggi.Guard: "사", janggi.Chariot: "차", janggi.Cannon: "포", janggi.Horse: "마", janggi.Elephant: "상", janggi.Soldier: "졸"}
	gibHan = [...]string{janggi.General: "將", janggi.Guard: "士", janggi.Chariot: "車", janggi.Cannon: "包", janggi.Horse: "馬", janggi.Elephant: "象", janggi.Soldier: "兵"}
)

// gibBoard writes a start position: rows from Cho's back row up, without
// trailing empty points, then the side to move.
func gibBoard(p *janggi.Position) string {
	rows := make([]string, janggi.RankCount)
	for rank := range rows {
		empty := 0
		for file := range janggi.FileCount {
			piece := p.At(janggi.NewPoint(file, rank))
			if piece == janggi.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				rows[rank] += strconv.Itoa(empty)
				empty = 0
			}
			if piece.Side() == janggi.Cho {
				rows[rank] += gibCho[piece.Kind()]
			} else {
				rows[rank] += gibHan[piece.Kind()]
			}
		}
	}
	tail := " 초"
	if p.SideToMove() == janggi.Han {
		tail = " 한 접장기"
	}
	return strings.Join(rows, "/") + tail
}

// gibResult writes a result as parseResult reads it.
func gibResult(o *janggi.Outcome) string {
	if o == nil || o.Reason == janggi.EndAborted {
		return unknownValue
	}
	winner, decided := o.Result.Winner()
	if !decided {
		switch {
		case o.Reason == janggi.EndAbandoned:
			return "접속 끊김"
		case o.Result == janggi.Draw && o.Reason == janggi.EndAgreement:
			return "무승부"
		case o.Result == janggi.Draw:
			return "판정 무승부"
		}
		return unknownValue
	}
	side := "초 "
	if winner == janggi.Han {
		side = "한 "
	}
	switch o.Reason {
	case janggi.EndCheckmate:
		return side + "완승"
	case janggi.EndResignation:
		return side + "기권승"
	case janggi.EndTime:
		return side + "시간승"
	case janggi.EndAbandoned:
		return side + "접속 끊김 승"
	case janggi.EndAdjudication:
		return side + "판정승"
	}
	return side + "점수승"
}
