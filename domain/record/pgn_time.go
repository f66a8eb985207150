package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
)

var clockPattern = regexp.MustCompile(`\[%(clk|emt) (-?)(\d{1,3}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?\]`)

// periodsPattern are the byo-yomi periods left after a turn, the present one
// included.
var periodsPattern = regexp.MustCompile(`\[%periods (\d{1,2})\]`)

// cutClocks cuts [%clk 0:05:00] (time left) and [%emt 0:00:07.250] (time used)
// out of a comment.
func cutClocks(text string) (Clock, string) {
	var c Clock
	if !strings.Contains(text, "[%") {
		return c, text
	}
	if found := periodsPattern.FindStringSubmatch(text); found != nil {
		c.PeriodsLeft = int(number(found[1]))
		text = periodsPattern.ReplaceAllString(text, "")
	}
	for _, found := range clockPattern.FindAllStringSubmatch(text, -1) {
		ms := int64(0)
		for _, part := range found[3:6] {
			n, _ := strconv.ParseInt(part, 10, 64) // three digits at most
			ms = ms*60 + n
		}
		fraction, _ := strconv.ParseInt((found[6] + "000")[:3], 10, 64)
		ms = ms*1000 + fraction
		if found[2] != "" {
			ms = 0 // some programs let a clock run below zero
		}
		if found[1] == "clk" {
			c.Remaining = &ms
		} else {
			c.Spent = &ms
		}
	}
	return c, clockPattern.ReplaceAllString(text, "")
}

// takeClocks takes the clocks out of a comment for the move before it.
func (g *Game) takeClocks(comment string) string {
	clock, text := cutClocks(comment)
	if n := len(g.Moves); n > 0 && clock != (Clock{}) {
		g.Moves[n-1].Clock = clock
	}
	return text
}

// clockText writes a time as such comments have it.
func clockText(ms int64) string {
	text := fmt.Sprintf("%d:%02d:%02d", ms/3_600_000, ms/60_000%60, ms/1000%60)
	if rest := ms % 1000; rest != 0 {
		text += fmt.Sprintf(".%03d", rest)
	}
	return text
}

var (
	fischerPattern = regexp.MustCompile(`^(\d{1,6}(?:\.\d{1,3})?)(?:\+(\d{1,4}(?:\.\d{1,3})?))?$`)
	perMovePattern = regexp.MustCompile(`^1/(\d{1,7}(?:\.\d{1,3})?)$`)
	byoyomiPattern = regexp.MustCompile(`^(\d{1,6}(?:\.\d{1,3})?)\+(\d{1,7}(?:\.\d{1,3})?)\((\d{1,2})\)$`)
)

// readPGNTime reads the tag TimeControl: 600+5 (initial time and increment, in
// seconds), 1/90 (a turn in 90 seconds), and as Japanese sites write byo-yomi
// 600+30(3) (main time, period, periods).
func (g *Game) readPGNTime() {
	if tag := g.findTag(tagNames.time...); tag != nil && strings.Trim(tag.Value, "?.* ") != "" {
		g.readTime(tag, parsePGNTime, parseGibTime)
	}
}

func parsePGNTime(text string) (game.TimeControl, bool) {
	if text == "-" {
		return game.TimeControl{Type: game.Unlimited}, true
	}
	if m := perMovePattern.FindStringSubmatch(text); m != nil {
		return game.TimeControl{Type: game.PerMove, PerMoveMS: millis(m[1])}, true
	}
	if m := byoyomiPattern.FindStringSubmatch(text); m != nil {
		periods, _ := strconv.Atoi(m[3])
		return game.TimeControl{Type: game.Byoyomi, MainMS: millis(m[1]), PeriodMS: millis(m[2]), Periods: periods}, true
	}
	if m := fischerPattern.FindStringSubmatch(text); m != nil {
		return game.TimeControl{Type: game.Fischer, InitialMS: millis(m[1]), IncrementMS: millis(m[2])}, true
	}
	return game.TimeControl{}, false
}

// millis reads a number of seconds; "" is none.
func millis(seconds string) int64 {
	whole, fraction, _ := strings.Cut(seconds, ".")
	n, _ := strconv.ParseInt(whole, 10, 64)
	ms, _ := strconv.ParseInt((fraction + "000")[:3], 10, 64)
	return n*1000 + ms
}

// pgnTimeText writes a time control as readPGNTime reads it.
func pgnTimeText(tc game.TimeControl) string {
	switch tc.Type {
	case game.PerMove:
		return "1/" + seconds(tc.PerMoveMS)
	case game.Fischer:
		return seconds(tc.InitialMS) + "+" + seconds(tc.IncrementMS)
	case game.Byoyomi:
		return fmt.Sprintf("%s+%s(%d)", seconds(tc.MainMS), seconds(tc.PeriodMS), tc.Periods)
	}
	return "-"
}

func seconds(ms int64) string {
	text := strconv.FormatInt(ms/1000, 10)
	if rest := ms % 1000; rest != 0 {
		text += fmt.Sprintf(".%03d", rest)
	}
	return text
}
