package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

func (w *Written) writePGN(out *strings.Builder) {
	about := w.about()
	result := pgnResult(w.Outcome)
	start := w.Game.Start()
	writePGNTag(out, "Event", orQuestion(about.Event))
	writePGNTag(out, "Site", orQuestion(about.Place))
	if about.Date == "" {
		about.Date = "????.??.??"
	}
	writePGNTag(out, "Date", about.Date)
	writePGNTag(out, "Round", orQuestion(about.Round))
	writePGNTag(out, "White", orQuestion(about.Players[janggi.Cho]))
	writePGNTag(out, "Black", orQuestion(about.Players[janggi.Han]))
	writePGNTag(out, "Result", result)
	switch {
	case w.TimeControl.Type != game.Unlimited:
		writePGNTag(out, "TimeControl", pgnTimeText(w.TimeControl))
	case about.Time != "":
		writePGNTag(out, "TimeControl", about.Time)
	}
	writePGNTag(out, "Variant", "Janggi")
	writePGNTag(out, "SetUp", "1")
	writePGNTag(out, "FEN", start.FEN())
	if rules := rulesetText(w.ruleset()); rules != "" {
		writePGNTag(out, rulesetTags[1], rules)
	}
	writePGNTag(out, "PlyCount", strconv.Itoa(w.Game.Ply()))
	writePGNTag(out, "Termination", pgnTermination(w.Outcome))
	if w.ID != "" {
		writePGNTag(out, "GameId", w.ID)
	}
	for _, tag := range about.Other {
		writePGNTag(out, tag.Name, tag.Value)
	}
	out.WriteByte('\n')
	text := moveText{out: out}
	if comment := w.comment(0); comment != "" {
		text.add(inBraces(comment))
	}
	number, afterComment := start.MoveNumber(), true
	w.turns(func(ply int, before *janggi.Game, m janggi.Move) {
		switch {
		case before.SideToMove() == janggi.Cho:
			text.add(strconv.Itoa(number) + ".")
		case afterComment:
			text.add(strconv.Itoa(number) + "...")
		}
		if before.SideToMove() == janggi.Han {
			number++
		}
		text.add(textSAN(before, m))
		comment := strings.TrimSpace(pgnClock(w.clock(ply)) + " " + w.comment(ply))
		afterComment = comment != ""
		if afterComment {
			text.add(inBraces(comment))
		}
	})
	text.add(result)
	out.WriteString("\n\n")
}

func pgnClock(c Clock) string {
	text := ""
	if c.Remaining != nil {
		text += "[%clk " + clockText(*c.Remaining) + "]"
	}
	if c.Spent != nil {
		text += "[%emt " + clockText(*c.Spent) + "]"
	}
	if c.PeriodsLeft > 0 {
		text += fmt.Sprintf("[%%periods %d]", c.PeriodsLeft)
	}
	return text
}

func writePGNTag(out *strings.Builder, name, value string) {
	fmt.Fprintf(out, "[%s \"%s\"]\n", name, escapeTag.Replace(onOneLine(value)))
}

func orQuestion(value string) string {
	if value == "" {
		return "?"
	}
	return value
}

func pgnResult(o *janggi.Outcome) string {
	if o == nil {
		return "*"
	}
	switch o.Result {
	case janggi.ChoWins:
		return "1-0"
	case janggi.HanWins:
		return "0-1"
	case janggi.Draw:
		return "1/2-1/2"
	}
	return "*"
}

// pgnTermination is the reason: in the words of the standard, as far as it has one.
func pgnTermination(o *janggi.Outcome) string {
	switch {
	case o == nil:
		return "unterminated"
	case o.Reason == janggi.EndTime:
		return "time forfeit"
	}
	return o.Reason.String()
}
