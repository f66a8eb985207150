package record

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/janggid/janggid/domain/janggi"
)

// plainText is a text with the letters that are written in several ways written
// in one: full-width digits and letters, the compatibility forms of hanja that
// CP949 has, Hangul in jamo.
func plainText(text string) string { return norm.NFKC.String(text) }

// passWords are ways to write a pass besides the general's point twice, in
// lower case and without spaces, a side before them or brackets around them.
var passWords = map[string]bool{
	"한수쉼": true, "한수": true, "한수쉬기": true, "한수쉬움": true, "한수쉰다": true, "한수휴식": true, "한수건너뜀": true, "쉼": true, "쉬기": true,
	"통과": true, "패스": true, "pass": true, "--": true, "---": true, "0000": true, "00-00": true, "@@@@": true, "z0": true,
}

// isPass reports whether a word is a pass.
func isPass(word string) bool {
	if len(word) > maxWord {
		return false
	}
	word = strings.ToLower(strings.Trim(plainText(word), "()[]."))
	if passWords[word] {
		return true
	}
	for mark := range sideMarks {
		if rest, marked := strings.CutPrefix(word, string(mark)); marked && passWords[rest] {
			return true
		}
	}
	return false
}

// readMove reads a move in UCI, Korean or algebraic notation, or a pass.
// [janggi.Game.Validate] decides whether it is legal; algebraic notation is
// resolved among the legal moves.
func readMove(g *janggi.Game, text string, c coordinates) (janggi.Move, error) {
	if isPass(text) {
		return janggi.Pass, nil
	}
	text = withoutSpace(plainText(text))
	if m, is := parseKoreanMove(text); is {
		if text, is = c.text(m); is {
			return g.Parse(text)
		}
		return 0, &janggi.IllegalMoveError{Reason: janggi.ReasonUnreadable, At: janggi.NoPoint}
	}
	if c.zeroRanks {
		text = fromOne(text)
	}
	bare := strings.TrimRight(text, "+#!?")
	m, err := g.Parse(bare)
	if illegal, ok := errors.AsType[*janggi.IllegalMoveError](err); ok && illegal.Reason == janggi.ReasonUnreadable && looksLikeSAN(bare) {
		return readSAN(g, bare)
	}
	return m, err
}

func withoutSpace(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// looksLikeMove reports whether a word is a pass or has the form of a move.
func looksLikeMove(word string) bool {
	if len(word) > maxWord {
		return false
	}
	plain := plainText(word)
	if m, is := parseKoreanMove(plain); is {
		return m.piece.kind != janggi.NoKind || m.from.file != 0 // 11-29 may be anything
	}
	bare := strings.TrimRight(plain, "+#!?")
	if _, err := janggi.ParseMove(bare); err == nil {
		return true
	}
	if _, err := janggi.ParseMove(fromOne(bare)); err == nil {
		return true
	}
	return isPass(word)
}

// looksLikeAnyMove is looksLikeMove for records in algebraic notation, in which
// many a short word of a text could be.
func looksLikeAnyMove(word string) bool {
	if looksLikeMove(word) {
		return true
	}
	bare := strings.TrimRight(plainText(clipped(word, maxWord)), "+#!?")
	return looksLikeSAN(bare) || looksLikeSAN(fromOne(bare))
}

// isKoreanMove reports whether a word is a move in Korean notation, with its
// pieces in Korean.
func isKoreanMove(word string) bool {
	m, is := parseKoreanMove(plainText(clipped(word, maxWord)))
	return is && m.piece.kind != janggi.NoKind && strings.ContainsFunc(word, func(r rune) bool { return r >= 0x1100 })
}

// isBrokenMove reports whether a word starts like a move in Korean notation but
// is malformed.
func isBrokenMove(word string) bool {
	_, rest, ok := cutWrittenPoint(plainText(clipped(word, maxWord)))
	if !ok {
		return false
	}
	piece, rest := cutWrittenPiece(rest, false)
	return piece.kind != janggi.NoKind && rest != ""
}

// saysCheck reports whether a Korean move declares check.
func saysCheck(text string) bool {
	m, is := parseKoreanMove(withoutSpace(plainText(text)))
	return is && m.check
}
