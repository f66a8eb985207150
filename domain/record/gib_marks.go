package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// isMark reports whether a word is a mark such as <12>, which some programs
// write among the moves.
func isMark(word string) bool {
	return len(word) > 2 && len(word) <= maxWord && strings.HasPrefix(word, "<") && strings.HasSuffix(word, ">")
}

var (
	secondsMark = regexp.MustCompile(`^(\d{1,6}(?:\.\d{1,3})?)(?:초|s|sec)?$`)
	clockMark   = regexp.MustCompile(`^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:\.(\d{1,3}))?$`)
	wordsMark   = regexp.MustCompile(`^(?:(\d{1,2})시간)?(?:(\d{1,3})분)?(?:(\d{1,2}(?:\.\d{1,3})?)초)?$`)
)

// readMark reads a mark's seconds as the time of the preceding move. Some
// programs write <0> after every move, which means nothing; that shows only at
// the end.
func (r *gibReader) readMark(word string, line int) {
	ms, told := markTime(plainText(strings.Trim(word, "<>")))
	n := len(r.game.Moves)
	if !told || n == 0 || r.game.Moves[n-1].Clock.Spent != nil {
		r.game.warn(line, fmt.Sprintf("the marker %s was left out", word))
		return
	}
	r.game.Moves[n-1].Clock.Spent = &ms
	if r.timed = r.timed || ms > 0; ms == 0 {
		r.zeroMarks = append(r.zeroMarks, zeroMark{word, n - 1, line})
	}
}

// zeroMark is a mark of zero seconds.
type zeroMark struct {
	word       string
	move, line int
}

// dropZeroMarks drops the marks of a game in which all are zero.
func (r *gibReader) dropZeroMarks() {
	if !r.timed {
		for _, mark := range r.zeroMarks {
			r.game.Moves[mark.move].Clock.Spent = nil
			r.game.warn(mark.line, fmt.Sprintf("the marker %s was left out", mark.word))
		}
	}
	r.zeroMarks, r.timed = nil, false
}

// markTime reads seconds, minutes and seconds, or the same in words; in
// milliseconds.
func markTime(text string) (ms int64, ok bool) {
	if found := secondsMark.FindStringSubmatch(text); found != nil {
		return millis(found[1]), true
	}
	if found := clockMark.FindStringSubmatch(text); found != nil {
		ms = 1000*(3600*number(found[1])+60*number(found[2])) + millis(found[3]+"."+found[4])
		return ms, true
	}
	if found := wordsMark.FindStringSubmatch(text); found != nil && text != "" {
		return 1000*(3600*number(found[1])+60*number(found[2])) + millis(found[3]), true
	}
	return 0, false
}

// number is a number of few digits; 0 for "".
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
