package record

import (
	"fmt"
	"strings"
)

// closing is a possible result among the moves, as written by programs without
// a tag for it.
type closing struct {
	text   string
	result Result
	line   int
}

// mostClosing is the most words that a result among the moves has.
const mostClosing = 6

// closingOf parses the remaining words of a line as the end of the game.
func closingOf(words []string) (text string, result Result, is bool) {
	if len(words) > mostClosing {
		return "", Result{}, false
	}
	for _, word := range words {
		if _, _, numbered := cutGibNumber(word); numbered || looksLikeMove(word) || isBrokenMove(word) || isMark(word) {
			return "", Result{}, false
		}
	}
	text = strings.Join(words, " ")
	if len(text) > maxWord {
		return "", Result{}, false
	}
	result = parseResult(text)
	return text, result, result.Known || saysTheEnd(text)
}

// saysTheEnd reports whether words after the last number describe the end
// rather than a move.
func saysTheEnd(text string) bool {
	text = withoutSpace(text)
	if strings.ContainsAny(text, "0123456789") {
		return false
	}
	for _, word := range []string{"기권", "시간패", "시간승", "시간초과", "종국", "종료", "중단", "이하생략"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return text == "끝"
}

// holdClosing keeps a result until the end of the moves shows whether it is
// one.
func (r *gibReader) holdClosing(c closing) {
	r.dropClosing()
	r.closing = &c
}

// dropClosing turns a supposed result back into words between the moves.
func (r *gibReader) dropClosing() {
	if c := r.closing; c != nil {
		r.closing = nil
		r.game.warn(c.line, fmt.Sprintf("%q stands between the moves", c.text))
		r.game.comment(c.text, c.line)
	}
}

// takeClosing takes the result from the end of the moves, where no tag has one.
func (r *gibReader) takeClosing() {
	if c := r.closing; c != nil && c.result.Known && r.game.findTag(resultTags...) == nil {
		r.game.Result, r.closing = c.result, nil
	}
	r.dropClosing()
}
