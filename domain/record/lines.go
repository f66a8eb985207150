package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

const (
	// maxLine is the length in bytes of the longest line that is read. Whole games stand on one line in some files.
	maxLine = 1 << 20

	// longLineHead is how much of a longer line is kept, in bytes: enough to tell what begins with it.
	longLineHead = 1000
)

// lines hands out a file's lines as text: CP949 or UTF-8, told apart line by line, since files are pasted together.
type lines struct {
	scanner    *bufio.Scanner
	unfinished bool // the scanner's token is a piece of a line that goes on
	utf8       bool // whether the latest line that told was UTF-8
	number     int
}

func newLines(r io.Reader) *lines {
	l := &lines{scanner: bufio.NewScanner(r)}
	l.scanner.Buffer(make([]byte, 0, 4096), maxLine)
	l.scanner.Split(l.split)
	return l
}

// split hands out lines, and those that are too long in pieces: the scanner itself would give up the file there.
func (l *lines) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	advance, token, err = splitLine(data, atEOF)
	if l.unfinished = advance == 0 && len(data) >= maxLine; l.unfinished {
		return len(data), data, nil
	}
	return advance, token, err
}

// line is one line of text and what was wrong with its bytes, "" where nothing was.
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

// next is the next line; false at the end of the file or when reading has failed.
func (l *lines) next() (line, bool) {
	if !l.scanner.Scan() {
		return line{}, false
	}
	l.number++
	raw := l.scanner.Bytes()
	if l.number == 1 {
		raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	}
	if l.unfinished {
		return l.longLine(raw), true
	}
	next := line{number: l.number}
	if clean := withoutStrayBytes(raw); len(clean) != len(raw) {
		raw, next.trouble = clean, "stray bytes 0xFF or 0x1A were left out"
	}
	next.text = l.decode(raw)
	if bytes.ContainsRune([]byte(next.text), utf8.RuneError) {
		next.trouble = "some bytes are neither CP949 nor UTF-8"
	}
	return next, true
}

// longLine keeps the beginning of a line and leaves the rest of it out.
func (l *lines) longLine(raw []byte) line {
	head := bytes.Clone(raw[:longLineHead])
	for l.unfinished && l.scanner.Scan() {
		continue
	}
	l.unfinished = false
	return line{number: l.number, text: strings.ToValidUTF8(l.decode(head), ""), tooLong: true}
}

// decode tells the encodings apart. Korean is three bytes a letter in UTF-8, while CP949 can happen to look like
// UTF-8 letters of two bytes; a line that has only those is in the encoding of the lines before it.
func (l *lines) decode(raw []byte) string {
	ascii, korean3 := true, false
	for _, b := range raw {
		ascii = ascii && b < utf8.RuneSelf
		korean3 = korean3 || b >= 0xE0
	}
	switch valid := utf8.Valid(raw); {
	case ascii:
		return string(raw)
	case valid && korean3:
		l.utf8 = true
		return string(raw)
	case valid && l.utf8:
		return string(raw)
	}
	decoded, err := korean.EUCKR.NewDecoder().Bytes(raw) // x/text's EUCKR is CP949
	if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
		if l.utf8 {
			return string(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
		}
		return string(decoded)
	}
	l.utf8 = false
	return string(decoded)
}

// withoutStrayBytes removes two bytes that no text has: 0xFF, and the end-of-file mark of old systems.
func withoutStrayBytes(raw []byte) []byte {
	if bytes.IndexByte(raw, 0xFF) < 0 && bytes.IndexByte(raw, 0x1A) < 0 {
		return raw
	}
	var clean []byte
	for _, b := range raw {
		if b != 0xFF && b != 0x1A {
			clean = append(clean, b)
		}
	}
	return clean
}

// splitLine ends lines at \n, \r\n and \r.
func splitLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n' || i+1 < len(data) && data[i+1] != '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data):
		return i + 2, data[:i], nil
	case atEOF:
		return i + 1, data[:i], nil
	}
	return 0, nil, nil // the byte after a \r is still to come
}
