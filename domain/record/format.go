package record

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Format is a way of writing games down.
type Format string

// The formats (docs/records.md).
const (
	Gib  Format = "gib"  // Korean record (기보), CP949 or UTF-8
	PGN  Format = "pgn"  // Portable Game Notation with Variant "Janggi"
	UCI  Format = "uci"  // start position and moves, a game a line
	JSON Format = "json" // this server's own
)

// Formats are all of them.
func Formats() []Format { return []Format{Gib, PGN, UCI, JSON} }

// ParseFormat reads a format's name.
func ParseFormat(name string) (Format, error) {
	for _, f := range Formats() {
		if string(f) == name {
			return f, nil
		}
	}
	return "", fmt.Errorf("%q is no record format: gib, pgn, uci or json", name)
}

// MediaType is the type of a file of the format, without the charset.
func (f Format) MediaType() string {
	switch f {
	case Gib:
		return "text/x-gib"
	case PGN:
		return "application/vnd.chess-pgn"
	case JSON:
		return "application/json"
	}
	return "text/plain"
}

// FormatOfMediaType is the format that a media type names; "" for one that
// leaves it open, such as text/plain, and false for one that no record has.
func FormatOfMediaType(media string) (Format, bool) {
	switch media {
	case "", "text/plain", "application/octet-stream":
		return "", true
	case "text/x-gib", "application/x-gib":
		return Gib, true
	case "application/vnd.chess-pgn", "application/x-chess-pgn", "text/x-pgn":
		return PGN, true
	case "text/x-uci":
		return UCI, true
	case "application/json", "application/x-ndjson":
		return JSON, true
	}
	return "", false
}

// detectBytes is the size of the prefix used to detect a file's format.
const detectBytes = 32 << 10

// Options control reading. The zero value detects everything.
type Options struct {
	Format  Format  // "": detected
	Charset Charset // of the file, where somebody says it
}

// Read yields the games of a file; it can be ranged over once. A read error, or
// ctx's, ends the sequence and drops the incomplete game. Everything else
// becomes a warning of its game. A game with a line longer than 1 MiB is
// unreadable.
func Read(ctx context.Context, r io.Reader, o Options) iter.Seq2[*Game, error] {
	in, charset := openText(cancelled{ctx, r}, o.Charset)
	if o.Format == "" {
		head, err := in.Peek(detectBytes)
		head = bytes.Clone(head)
		if err != nil && !errors.Is(err, io.EOF) {
			in = bufio.NewReader(io.MultiReader(bytes.NewReader(head), failedReader{err})) // the games before that are still to be read
		}
		o.Format = Detect(head)
	}
	switch o.Format {
	case PGN:
		return readGames(newLines(in, charset), &pgnReader{game: &Game{Format: PGN}})
	case UCI:
		return readGames(newLines(in, charset), &uciReader{game: &Game{Format: UCI}})
	case JSON:
		return readJSON(in, charset)
	}
	return readGames(newLines(in, charset), &gibReader{game: &Game{Format: Gib}})
}

// failedReader is a reader that always fails.
type failedReader struct{ err error }

func (r failedReader) Read([]byte) (int, error) { return 0, r.err }

// Detect returns the format of a file by its beginning: a brace or a list of
// objects means JSON; the names of tags and the form of moves distinguish gib,
// PGN and UCI. The default is gib, whose reader is the most tolerant.
func Detect(head []byte) Format {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, utf8Mark), " \t\r\n")
	if looksLikeJSON(head) {
		return JSON
	}
	file := newLines(bufio.NewReader(bytes.NewReader(head)), Charset{})
	for {
		line, ok := file.next()
		if !ok {
			return Gib
		}
		if f, told := formatOfLine(strings.TrimSpace(line.text)); told {
			return f
		}
	}
}

func looksLikeJSON(head []byte) bool {
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}
	rest := bytes.TrimLeft(head[1:], " \t\r\n")
	if head[0] == '{' {
		return len(rest) > 0 && (rest[0] == '"' || rest[0] == '}')
	}
	return len(rest) > 0 && (rest[0] == '{' || rest[0] == ']')
}

// formatOfLine returns the format if one line determines it.
func formatOfLine(text string) (Format, bool) {
	if isTagLine(text) {
		tag, _, _ := cutTag(plainTagLine(text))
		switch {
		case isPGNTag(tag.Name):
			return PGN, true
		case strings.ContainsFunc(tag.Name, isHangul) || structural[tag.Name]:
			return Gib, true
		}
		return "", false
	}
	if _, is := headerTag(text); is {
		return Gib, true
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", false
	}
	if isUCIStart(words[0]) || isUCIMove(words[0]) {
		return UCI, true
	}
	for _, word := range words {
		if _, move, numbered := cutNumber(word); numbered && move != "" {
			word = move
		}
		switch {
		case isKoreanMove(word):
			return Gib, true
		case looksLikeAnyMove(word):
			return PGN, true
		}
	}
	return "", false
}

func isHangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }
