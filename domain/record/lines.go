package record

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

// line is one line of text and the problem with its bytes, "" for none.
type line struct {
	number  int
	text    string // only its beginning where it is too long
	trouble string
	tooLong bool
}

// giveUp makes the game unreadable for a line of it that is too long.
func (g *Game) giveUp(l line) {
	g.Unreadable = fmt.Sprintf("line %d is longer than 1 MiB", l.number)
	g.warn(l.number, g.Unreadable)
}

// lines yields a file's lines as text. A file without a declared encoding is
// CP949 or UTF-8, detected line by line, because files are pasted together. An
// ambiguous line takes the encoding of the latest clear line of its game, else
// of the next one, else UTF-8.
type lines struct {
	split  lineSplitter
	told   Charset // UTF-8 or CP949 where the file says so
	game   Charset // of the latest line of the game that told
	moves  bool    // whether the game's moves have begun
	number int     // of the latest line read

	ready   []line       // decoded, in their order
	waiting []waitingFor // for a line that tells
	bytes   int          // that wait
}

// waitingFor is a line that waits to be decoded.
type waitingFor struct {
	line
	raw []byte
}

// maxWaiting bounds the bytes held back until a line determines the encoding.
const maxWaiting = 256 << 10

func newLines(in *bufio.Reader, told Charset) *lines {
	return &lines{split: lineSplitter{in: in}, told: told}
}

// next is the next line; false at the end of the file or when reading has
// failed.
func (l *lines) next() (line, bool) {
	for len(l.ready) == 0 {
		raw, ok := l.split.next()
		if !ok {
			if len(l.waiting) == 0 {
				return line{}, false
			}
			l.decodeWaiting()
			break
		}
		l.number++
		l.take(raw)
	}
	next := l.ready[0]
	if l.ready = l.ready[1:]; len(l.ready) == 0 {
		l.ready = nil
	}
	return next, true
}

// take decodes a line, or has it wait.
func (l *lines) take(r rawLine) {
	next, raw := line{number: l.number, tooLong: r.tooLong}, r.bytes
	if bytes.HasPrefix(raw, utf8Mark) { // files are pasted together with their marks
		raw, l.told = raw[len(utf8Mark):], utf8Charset
	}
	if clean := withoutStrayBytes(raw); len(clean) != len(raw) {
		raw, next.trouble = clean, "stray bytes 0xFF or 0x1A were left out"
	}
	l.followGame(raw)
	if r.tooLong {
		raw = wholeLetters(raw)
	}
	switch e := evidenceOf(raw); e {
	case onlyUTF8, onlyCP949:
		l.game = map[evidence]Charset{onlyUTF8: utf8Charset, onlyCP949: cp949Charset}[e]
		l.decodeWaiting()
		if l.told != (Charset{}) && l.told != l.game {
			next.trouble = joined(next.trouble, fmt.Sprintf("the file is said to be in %s, and this line was read as %s", l.told.name, l.game.name))
		}
		next.text = decodeAs(raw, l.game)
	case either, neither:
		charset := l.told
		if charset == (Charset{}) {
			charset = l.game
		}
		if charset == (Charset{}) {
			l.wait(next, raw)
			return
		}
		next = decoded(next, raw, charset)
	case ascii:
		if len(l.waiting) > 0 {
			l.wait(next, raw)
			return
		}
		next.text = string(raw)
	}
	l.ready = append(l.ready, next)
}

// followGame notices where another game begins: at a tag after moves.
func (l *lines) followGame(raw []byte) {
	raw = bytes.TrimLeft(raw, " \t")
	switch {
	case len(raw) == 0 || bytes.IndexByte([]byte(";{%#"), raw[0]) >= 0:
	case raw[0] == '[' && bytes.ContainsAny(raw, `"]`):
		if l.moves {
			l.decodeWaiting()
			l.game, l.moves = Charset{}, false
		}
	default:
		l.moves = l.moves || bytes.ContainsAny(raw, "0123456789")
	}
}

func (l *lines) wait(next line, raw []byte) {
	l.waiting = append(l.waiting, waitingFor{next, bytes.Clone(raw)})
	if l.bytes += len(raw) + 50; l.bytes > maxWaiting {
		l.decodeWaiting()
	}
}

// decodeWaiting decodes the lines held back, with the encoding of their game.
func (l *lines) decodeWaiting() {
	charset := l.game
	if charset == (Charset{}) {
		charset = utf8Charset
	}
	for _, w := range l.waiting {
		l.ready = append(l.ready, decoded(w.line, w.raw, charset))
	}
	l.waiting, l.bytes = nil, 0
}

func decoded(l line, raw []byte, charset Charset) line {
	l.text = decodeAs(raw, charset)
	if strings.ContainsRune(l.text, utf8.RuneError) {
		l.trouble = joined(l.trouble, "some bytes are neither CP949 nor UTF-8")
	}
	return l
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// evidence is a line's evidence for its encoding.
type evidence int

const (
	ascii     evidence = iota // nothing: it is the same in both
	either                    // valid as both
	neither                   // valid as neither
	onlyUTF8                  // CP949 cannot be
	onlyCP949                 // UTF-8 cannot be
)

func evidenceOf(raw []byte) evidence {
	if isASCII(raw) {
		return ascii
	}
	switch isUTF8, isCP949 := utf8.Valid(raw), validCP949(raw); {
	case isUTF8 && isCP949:
		return either
	case isUTF8:
		return onlyUTF8
	case isCP949:
		return onlyCP949
	}
	return neither
}

func isASCII(raw []byte) bool {
	for _, b := range raw {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// validCP949 reports whether all bytes form characters of CP949.
func validCP949(raw []byte) bool {
	for i := 0; i < len(raw); i++ { // most of what is none is told by its form
		if raw[i] < utf8.RuneSelf {
			continue
		}
		if raw[i] == utf8.RuneSelf || i+1 == len(raw) || !isCP949Trail(raw[i+1]) {
			return false
		}
		i++
	}
	return !strings.ContainsRune(decodeAs(raw, cp949Charset), utf8.RuneError)
}

func isCP949Trail(b byte) bool {
	return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b > utf8.RuneSelf && b < 0xFF
}

// decodeAs decodes UTF-8 or CP949, with U+FFFD for invalid bytes.
func decodeAs(raw []byte, charset Charset) string {
	if charset == cp949Charset {
		text, _ := korean.EUCKR.NewDecoder().Bytes(raw) // never fails: it replaces
		return string(text)
	}
	return strings.ToValidUTF8(string(raw), "\uFFFD")
}

// wholeLetters drops a possibly incomplete character at the end of a truncated
// line.
func wholeLetters(raw []byte) []byte {
	for cut := 0; cut < utf8.UTFMax && cut < len(raw); cut++ {
		if short := raw[:len(raw)-cut]; utf8.Valid(short) || validCP949(short) {
			return short
		}
	}
	return raw
}
