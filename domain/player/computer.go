package player

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// The strengths of computer players. Each has one player, the same in every
// store: its id and name are fixed, and no stream holds it.
const (
	WeakestComputer   = 1
	StrongestComputer = 10
)

const computerPrefix = "computer-"

// ComputerID is the id of the computer player of a strength.
func ComputerID(strength int) string { return computerPrefix + strconv.Itoa(strength) }

// ComputerStrength is the strength of the computer player with an id; false
// where the id is not a computer's.
func ComputerStrength(id string) (strength int, ok bool) {
	digits, ok := strings.CutPrefix(id, computerPrefix)
	if !ok {
		return 0, false
	}
	for strength := WeakestComputer; strength <= StrongestComputer; strength++ {
		if digits == strconv.Itoa(strength) {
			return strength, true
		}
	}
	return 0, false
}

// ComputerName is the name of the computer player of a strength.
func ComputerName(strength int) string { return fmt.Sprintf("Computer %d", strength) }

// computerWords begin the names that only computer players have, in the
// languages of this server's pages.
var computerWords = []string{"computer", "컴퓨터"}

// namesComputer reports whether readers would take a name for a computer
// player's: one of the words, alone or with a number, whatever its case, width,
// spaces and punctuation.
func namesComputer(name string) bool {
	var plain strings.Builder
	for _, r := range name {
		if r >= '！' && r <= '～' {
			r -= '！' - '!' // full width
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			plain.WriteRune(unicode.ToLower(r))
		}
	}
	for _, word := range computerWords {
		rest, ok := strings.CutPrefix(plain.String(), word)
		if ok && strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsNumber(r) }) < 0 {
			return true
		}
	}
	return false
}
