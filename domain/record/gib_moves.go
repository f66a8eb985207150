package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// maxMoves bounds the moves kept of a game; no game under any rules has more than 2,000 turns.
const maxMoves = 4000

// isFirstMoveLine tells whether a line begins with the number 1.
func isFirstMoveLine(text string) bool {
	number, _, ok := cutNumber(text)
	return ok && number == 1
}

// readMoves reads a line of moves, comments and markers.
func (r *gibReader) readMoves(text string, line int) {
	for text != "" {
		if r.inComment {
			inside, rest, closed := strings.Cut(text, "}")
			r.game.comment(inside, line)
			r.inComment, text = !closed, rest
			continue
		}
		before, rest, opened := strings.Cut(text, "{")
		for _, word := range strings.Fields(before) {
			r.readWord(word, line)
		}
		r.inComment, r.comment, text = opened, line, rest
	}
}

// readWord reads what stands between two spaces. What follows a number is a move, however it is written: only the
// board can tell. Elsewhere it must look like one.
func (r *gibReader) readWord(word string, line int) {
	if number, rest, ok := cutNumber(word); ok {
		r.dropNumber()
		r.number, r.numbered = number, line
		if word = rest; word == "" {
			return
		}
	}
	moves := r.game.Moves
	switch {
	case isMarker(word):
		r.game.warn(line, fmt.Sprintf("the marker %s was left out", word))
	case word == "쉼" && r.number == 0 && len(moves) > 0 && moves[len(moves)-1].Text == "한수":
		moves[len(moves)-1].Text = "한수쉼"
	case r.number != 0 || looksLikeMove(word):
		r.addMove(word, line)
	default:
		r.game.warn(line, fmt.Sprintf("%q stands between the moves", word))
		r.game.comment(word, line)
	}
}

func (r *gibReader) addMove(word string, line int) {
	g, number := r.game, r.number
	r.number = 0
	if len(g.Moves) == maxMoves {
		g.warn(line, fmt.Sprintf("moves after %d were left out", maxMoves))
		return
	}
	// some records number turns, some pairs of turns
	if turn, pair := len(g.Moves)+1, len(g.Moves)/2+1; number != 0 && number != turn && number != pair {
		g.warn(line, fmt.Sprintf("move %d is numbered %d", turn, number))
	}
	g.Moves = append(g.Moves, Move{Number: number, Text: word, Line: line})
}

// comment adds text to the comment at this place.
func (g *Game) comment(text string, line int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if n := len(g.Comments); n > 0 && g.Comments[n-1].Ply == len(g.Moves) {
		g.Comments[n-1].Text += "\n" + text
		return
	}
	g.Comments = append(g.Comments, Comment{len(g.Moves), text, line})
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

// isMarker tells whether a word is a mark such as <0>, which some programs leave among the moves.
func isMarker(word string) bool {
	return len(word) > 2 && strings.HasPrefix(word, "<") && strings.HasSuffix(word, ">")
}

// looksLikeMove tells whether a word is a pass, or begins with the two digits of a point and goes on.
func looksLikeMove(word string) bool {
	if strings.HasPrefix(word, "한수") {
		return true
	}
	letters := []rune(word)
	return len(letters) >= 5 && unicode.IsDigit(letters[0]) && unicode.IsDigit(letters[1])
}
