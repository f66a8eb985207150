package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

// maxLine is the length in bytes of the longest line that is read. Whole games stand on one line in some files.
const maxLine = 1 << 20

// lines hands out a file's lines as text: CP949 or UTF-8, told apart line by line, since files are pasted together.
type lines struct {
	scanner *bufio.Scanner
	utf8    bool // whether the latest line that told was UTF-8
	number  int
}

func newLines(r io.Reader) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4096), maxLine)
	s.Split(splitLine)
	return &lines{scanner: s}
}

// line is one line of text and what was wrong with its bytes, "" where nothing was.
type line struct {
	number  int
	text    string
	trouble string
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

// brokenOff is an error of reading, with the game of which nobody knows now how it goes on.
func brokenOff(l *lines, under *Game, err error) error {
	if under.Line == 0 {
		return fmt.Errorf("line %d: %w", l.number+1, err)
	}
	return fmt.Errorf("line %d, in the game that begins on line %d: %w", l.number+1, under.Line, err)
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
