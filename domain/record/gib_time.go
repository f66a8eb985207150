package record

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/game"
)

const koreanDuration = `(?:(\d{1,2})시간)?(?:(\d{1,4})분)?(?:(\d{1,7}(?:\.\d{1,3})?)초)?`

var (
	koreanPerMove = regexp.MustCompile(`^(?:한수|수당|매수|1수)(?:에|당)?` + koreanDuration + `$`)
	koreanFischer = regexp.MustCompile(`^(?:각|각자)?` + koreanDuration + `(?:\+` + koreanDuration + `)?$`)
	koreanByoyomi = regexp.MustCompile(`^(?:각|각자)?(?:(\d{1,2})시간)?(?:(\d{1,4})분|(\d{1,7}(?:\.\d{1,3})?)초)?[,/+]?(?:초읽기)?(?:(\d{1,4})분|(\d{1,7}(?:\.\d{1,3})?)초)(?:초읽기)?[x*×,]?(\d{1,2})(?:회|번)$`)
)

// readGibTime reads the tag 제한시간: 한 수 90초 (a turn), 10분 + 5초 (initial time,
// increment), 5분 30초 3회 (main time, period, periods).
func (g *Game) readGibTime() {
	if tag := g.findTag(tagNames.time...); tag != nil && known(tag.Value) != "" {
		g.readTime(tag, parseGibTime, parsePGNTime)
	}
}

func parseGibTime(text string) (game.TimeControl, bool) {
	text = withoutSpace(plainText(text))
	switch text {
	case "":
		return game.TimeControl{}, false
	case "무제한", "없음", "제한없음":
		return game.TimeControl{Type: game.Unlimited}, true
	}
	if m := koreanPerMove.FindStringSubmatch(text); m != nil {
		return game.TimeControl{Type: game.PerMove, PerMoveMS: koreanMillis(m[1:4])}, true
	}
	if m := koreanByoyomi.FindStringSubmatch(text); m != nil {
		periods, _ := strconv.Atoi(m[6])
		return game.TimeControl{
			Type: game.Byoyomi, MainMS: koreanMillis(m[1:4]), PeriodMS: koreanMillis([]string{"", m[4], m[5]}), Periods: periods,
		}, true
	}
	if m := koreanFischer.FindStringSubmatch(text); m != nil {
		return game.TimeControl{Type: game.Fischer, InitialMS: koreanMillis(m[1:4]), IncrementMS: koreanMillis(m[4:7])}, true
	}
	return game.TimeControl{}, false
}

// koreanMillis is hours, minutes and seconds in milliseconds.
func koreanMillis(parts []string) int64 {
	return 1000*(3600*number(parts[0])+60*number(parts[1])) + millis(parts[2])
}

// gibTime formats a time control in words.
func gibTime(tc game.TimeControl) string {
	switch tc.Type {
	case game.PerMove:
		return "한 수 " + koreanTime(tc.PerMoveMS)
	case game.Fischer:
		return koreanTime(tc.InitialMS) + " + " + koreanTime(tc.IncrementMS)
	case game.Byoyomi:
		return fmt.Sprintf("%s %s %d회", koreanTime(tc.MainMS), koreanTime(tc.PeriodMS), tc.Periods)
	}
	return ""
}

func koreanTime(ms int64) string {
	if ms >= 60_000 && ms%60_000 == 0 {
		return strconv.FormatInt(ms/60_000, 10) + "분"
	}
	return seconds(ms) + "초"
}

// spentTag is the name of the tag that has the seconds that each turn took,
// divided by spaces: other programs read it as any tag, where marks among the
// moves could confuse them.
const spentTag = "소요시간"

// spentTimes returns the seconds for that tag; "" if they are missing or do not
// determine the clocks.
func (w *Written) spentTimes() string {
	if len(w.Clocks) == 0 || !w.clocksFollow() {
		return ""
	}
	times := make([]string, len(w.Clocks))
	for i, c := range w.Clocks {
		if c.Spent == nil {
			return ""
		}
		times[i] = seconds(*c.Spent)
	}
	return strings.Join(times, " ")
}

// readSpent takes the times of the turns out of their tag.
func (g *Game) readSpent() {
	at := slices.IndexFunc(g.Tags, func(tag Tag) bool { return tag.Name == spentTag })
	if at < 0 {
		return
	}
	times := strings.Fields(g.Tags[at].Value)
	told := len(times) == len(g.Moves)
	for _, time := range times {
		told = told && secondsMark.MatchString(time)
	}
	if !told {
		g.warn(g.Tags[at].Line, fmt.Sprintf("%s does not tell the seconds of all %d moves", spentTag, len(g.Moves)))
		return
	}
	for i, time := range times {
		g.Moves[i].Clock.Spent = new(millis(time))
	}
	g.Tags = slices.Delete(g.Tags, at, at+1)
}

// gibClock writes the clock after a turn as PGN does, where it does not follow
// from the time that the turns took.
func (w *Written) gibClock(ply int) string {
	if text := pgnClock(w.clock(ply)); text != "" {
		return "{" + text + "}"
	}
	return ""
}

// clocksFollow reports whether the times of the turns determine all clocks.
func (w *Written) clocksFollow() bool {
	if w.TimeControl.Type == game.Unlimited || w.TimeControl.Type == "" {
		return true // there are none
	}
	start := w.Game.Start()
	followed, ok := followClocks(w.TimeControl, start.SideToMove(), w.Clocks)
	for i := range followed {
		c := w.Clocks[i]
		ok = ok && c.Remaining != nil && *c.Remaining == *followed[i].Remaining && c.PeriodsLeft == followed[i].PeriodsLeft
	}
	return ok
}
