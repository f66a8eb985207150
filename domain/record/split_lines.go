package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const (
	// maxLine bounds a line, in bytes. Some files have whole games on one line.
	maxLine = 1 << 20

	// longLineHead is the kept prefix of a longer line, in bytes: enough to
	// classify it.
	longLineHead = 1000
)

// rawLine is a line's bytes without its end. They are valid until the next line
// is read.
type rawLine struct {
	bytes   []byte // only the beginning of a line that is too long
	tooLong bool
}

// lineSplitter hands out a file's lines, which end at \n, \r\n and \r. Every
// byte is looked at once, however small the pieces are in which they come.
type lineSplitter struct {
	in     *bufio.Reader
	longer []byte // a line that goes on beyond the buffer
	afterR bool   // the line before ended at \r, so that a \n here is part of its end
	err    error  // of reading; nil at the end of the file
}

// next is the next line; false at the end of the file or when reading has
// failed, after which the piece of a line that came before is dropped.
func (s *lineSplitter) next() (rawLine, bool) {
	s.longer = s.longer[:0]
	tooLong := false
	for {
		if _, err := s.in.Peek(1); err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
				return rawLine{}, false
			}
			return rawLine{s.longer, tooLong}, len(s.longer) > 0
		}
		data, _ := s.in.Peek(s.in.Buffered())
		if s.afterR {
			s.afterR = false
			if data[0] == '\n' {
				s.in.Discard(1)
				continue
			}
		}
		end := lineEnd(data)
		if end >= 0 && len(s.longer) == 0 {
			s.end(data, end)
			return rawLine{bytes: data[:end]}, true
		}
		piece := data
		if end >= 0 {
			piece = data[:end]
		}
		if tooLong = tooLong || len(s.longer)+len(piece) >= maxLine; tooLong {
			s.longer = append(s.longer, piece[:min(len(piece), longLineHead)]...)
			s.longer = s.longer[:min(len(s.longer), longLineHead)]
		} else {
			s.longer = append(s.longer, piece...)
		}
		if end >= 0 {
			s.end(data, end)
			return rawLine{s.longer, tooLong}, true
		}
		s.in.Discard(len(data))
	}
}

// end passes over a line and its end. The bytes stay as they are until the
// buffer is filled again.
func (s *lineSplitter) end(data []byte, end int) {
	s.afterR = data[end] == '\r'
	s.in.Discard(end + 1)
}

// lineEnd returns the index of the first line end, -1 for none.
func lineEnd(data []byte) int {
	for i, b := range data {
		if b == '\n' || b == '\r' {
			return i
		}
	}
	return -1
}

// withoutStrayBytes removes two bytes that no text has: 0xFF, and the
// end-of-file mark of old systems.
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
