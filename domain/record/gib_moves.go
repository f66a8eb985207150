package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// isFirstMoveLine reports whether a line begins with the number 1.
func isFirstMoveLine(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	number, _, ok := cutGibNumber(word)
	return ok && number == 1
}

// readMoves reads a line of moves, comments and marks.
func (r *gibReader) readMoves(text string, line int) {
	for text != "" {
		if r.inComment {
			inside, rest, closed := strings.Cut(text, "}")
			r.game.comment(r.game.takeClocks(inside), line)
			r.inComment, text = !closed, rest
			continue
		}
		before, rest, opened := strings.Cut(text, "{")
		r.readWords(apartMarks(before), line)
		if opened {
			r.inComment, r.comment = true, line
		}
		text = rest
	}
}

// apartMarks puts a space around marks such as <12>, which some programs write
// right behind a move.
func apartMarks(text string) string {
	if !strings.ContainsAny(text, "<＜") {
		return text
	}
	return markSpaces.Replace(text)
}

var markSpaces = strings.NewReplacer("<", " <", "＜", " <", ">", "> ", "＞", "> ")

// readWords reads the text between comments.
func (r *gibReader) readWords(text string, line int) {
	words := strings.Fields(text)
	for len(words) > 0 {
		words = words[r.readWord(words, line):]
	}
}

// readWord reads one item and returns its number of words. Anything after a
// number is taken for a move, which only the board can judge. Elsewhere it must
// look like one.
func (r *gibReader) readWord(words []string, line int) int {
	word := words[0]
	if len(r.game.Moves) == 0 && r.game.commentsFull && len(r.game.Warnings) > maxWarnings {
		return len(words) // of a file that is no record
	}
	if isMark(word) {
		r.readMark(word, line)
		return 1
	}
	if number, rest, ok := cutGibNumber(word); ok {
		r.setNumber(number, line)
		if rest == "" {
			return 1
		}
		words[0] = rest
		return 0
	}
	if text, n := wholeMove(words); n > 0 {
		r.addMove(text, line)
		return n
	}
	if number, err := strconv.Atoi(word); err == nil && number > 0 && r.number == 0 && r.numberFits(number) && len(words) > 1 {
		if _, n := wholeMove(words[1:]); n > 0 {
			r.setNumber(number, line) // without its dot
			return 1
		}
	}
	if text, result, is := closingOf(words); is {
		r.number = 0
		r.holdClosing(closing{text, result, line})
		return len(words)
	}
	if apart := strings.FieldsFunc(word, isBetweenMoves); len(apart) > 1 && looksLikeMove(apart[0]) {
		r.readWords(strings.Join(apart, " "), line) // 79졸78/41병42
		return 1
	}
	if r.number != 0 || isBrokenMove(word) {
		r.addMove(word, line)
		return 1
	}
	r.game.warn(line, fmt.Sprintf("%q stands between the moves", clipped(word, maxWord)))
	r.game.comment(word, line)
	return 1
}

// wholeMove is the move or pass that words begin with, without the spaces in
// it, and how many words it has; 0 for none.
func wholeMove(words []string) (text string, n int) {
	const most = 4
	for n = 1; n <= min(most, len(words)); n++ {
		if len(words[n-1]) > maxWord {
			return "", 0
		}
		text += words[n-1]
		if looksLikeMove(text) {
			for more := 1; more > 0; n += more {
				if more = 0; n < len(words) && endsMove(text, words[n]) {
					text, more = text+words[n], 1
				} else if n+1 < len(words) && plainText(words[n]) == "타" && endsMove(text, words[n]+words[n+1]) {
					text, more = text+words[n]+words[n+1], 2
				}
			}
			return text, n
		}
		if plain := plainText(text); !startsLikeMove(plain) && !startsLikePass(plain) {
			break
		}
	}
	return "", 0
}

// endsMove reports whether the next word belongs to a move: 타졸 or 장군 after
// 11차51, 쉼 after 한수.
func endsMove(move, next string) bool {
	if len(next) > maxWord {
		return false
	}
	plain := plainText(next)
	if isPass(move) {
		return plain == "쉼" && strings.HasSuffix(plainText(move), "수")
	}
	if isSideMark(plain) || !onlyEndsMove(plain) {
		return false
	}
	_, is := parseKoreanMove(plainText(move + next))
	return is
}

// startsLikePass reports whether a word may begin a pass of several words, such
// as 한 수 쉼.
func startsLikePass(text string) bool {
	for mark := range sideMarks {
		text = strings.TrimPrefix(text, string(mark))
	}
	return text == "" || text == "수" || text == "한" || text == "한수"
}

// isBetweenMoves reports whether a character separates moves.
func isBetweenMoves(r rune) bool { return strings.ContainsRune(",;/|·、", r) || unicode.IsSpace(r) }

func (r *gibReader) setNumber(number, line int) {
	r.dropNumber()
	r.number, r.numbered = number, line
}

// numberFits reports whether the next move may have a number: some records
// number turns, others pairs of turns.
func (r *gibReader) numberFits(number int) bool {
	moves := len(r.game.Moves)
	return number == moves+1 || number == moves/2+1
}

func (r *gibReader) addMove(word string, line int) {
	r.dropClosing() // it was none
	number := r.number
	r.number = 0
	if number != 0 && !r.numberFits(number) {
		r.game.warn(line, fmt.Sprintf("move %d is numbered %d", len(r.game.Moves)+1, number))
	}
	r.game.addMove(Move{Number: number, Text: word, Line: line})
}

// cutNumber reads a move number and its dots off the front of a word.
func cutNumber(word string) (number int, rest string, ok bool) {
	digits, rest, ok := strings.Cut(word, ".")
	number, err := strconv.Atoi(digits)
	if !ok || err != nil || number < 1 {
		return 0, word, false
	}
	return number, strings.TrimLeft(rest, "."), true
}

// cutGibNumber reads a move number off the front of a word: 1. 1) (1) 1: 제1수,
// in digits of either width.
func cutGibNumber(word string) (number int, rest string, ok bool) {
	plain := word
	if word[0] >= 0x80 {
		plain = plainText(word)
	}
	plain, bracket := strings.CutPrefix(plain, "(")
	plain, ordinal := strings.CutPrefix(plain, "제")
	end := 0
	for end < len(plain) && end < 5 && plain[end] >= '0' && plain[end] <= '9' {
		end++
	}
	number, err := strconv.Atoi(plain[:end])
	if err != nil || number < 1 {
		return 0, word, false
	}
	mark := plain[end:]
	switch {
	case bracket && strings.HasPrefix(mark, ")"):
		return number, strings.TrimLeft(mark[1:], "."), true
	case bracket:
		return 0, word, false
	}
	for _, end := range []string{"수째", "수.", "수:", "수", ".", ")", ":", "．", "。", "、"} {
		if rest, marked := strings.CutPrefix(mark, end); marked && (end != "수" || rest == "" || ordinal) {
			return number, strings.TrimLeft(rest, "."), true
		}
	}
	return 0, word, false
}
