package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxDocument is the length in bytes of the longest game that is read.
const maxDocument = 8 << 20

var errLongDocument = fmt.Errorf("a game is longer than %d MiB", maxDocument>>20)

// readJSON reads games in this server's JSON format: consecutive objects, one
// object a line, a list, or the list "games" of an object. A read error or
// invalid JSON ends the sequence.
func readJSON(in *bufio.Reader, charset Charset) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		inList, inGames, err := beginsList(in)
		bounded := &boundedReader{in: in, left: maxDocument}
		decoder := json.NewDecoder(bounded)
		if err == nil && inList {
			_, err = decoder.Token()
		}
		for err == nil && (!inList || decoder.More()) {
			var raw json.RawMessage
			bounded.left = maxDocument
			if err = decoder.Decode(&raw); err != nil {
				if inList && errors.Is(err, io.EOF) {
					err = errNoEndOfList
				}
				break
			}
			if !yield(readDocument(raw, charset), nil) {
				return
			}
		}
		if err == nil && inGames {
			err = endOfGames(decoder, bounded)
		} else if err == nil && inList {
			err = endOfList(decoder)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			yield(nil, fmt.Errorf("at byte %d: %w", decoder.InputOffset(), jsonTrouble(err)))
		}
	}
}

// boundedReader fails where one value would take too much memory.
type boundedReader struct {
	in   io.Reader
	left int // bytes until the next value
}

func (r *boundedReader) Read(b []byte) (int, error) {
	if r.left <= 0 {
		return 0, errLongDocument
	}
	n, err := r.in.Read(b)
	r.left -= n
	return n, err
}

// gamesList is how an object with a list of games begins.
var gamesList = regexp.MustCompile(`^\s*\{\s*"games"\s*:\s*\[`)

// beginsList reports whether a list follows, which can be streamed, and whether
// it is the list of an object; it skips the object's members before it.
func beginsList(in *bufio.Reader) (list, games bool, err error) {
	for {
		letter, err := in.Peek(1)
		if err != nil {
			return false, false, err
		}
		switch letter[0] {
		case ' ', '\t', '\r', '\n':
			in.Discard(1)
			continue
		}
		break
	}
	const most = 200
	head, err := in.Peek(1)
	if err == nil && head[0] == '{' {
		head, _ = in.Peek(most) // an error comes again
	}
	if found := gamesList.FindIndex(head); found != nil {
		in.Discard(found[1] - 1)
		return true, true, nil
	}
	return head[0] == '[', false, nil
}

// endOfGames reads the end of a list of games and skips the rest of its object.
// It returns io.EOF if all is well.
func endOfGames(decoder *json.Decoder, in *boundedReader) error {
	if _, err := decoder.Token(); errors.Is(err, io.EOF) {
		return errNoEndOfList
	} else if err != nil {
		return err
	}
	in.left = maxDocument
	rest, err := io.ReadAll(io.MultiReader(decoder.Buffered(), in))
	if err != nil {
		return err
	}
	rest = bytes.TrimSpace(rest)
	if len(rest) == 0 {
		return errNoEndOfList
	}
	if rest[0] == ',' {
		rest = rest[1:]
	}
	if !json.Valid(append([]byte("{"), rest...)) {
		return errors.New("something stands after the list of games that does not belong to its object")
	}
	return io.EOF
}

// decodeJSON gives a game's text in UTF-8, in which JSON is by its standard;
// some programs write CP949 all the same.
func (g *Game) decodeJSON(raw json.RawMessage, charset Charset) json.RawMessage {
	if utf8.Valid(raw) && charset != cp949Charset {
		return raw
	}
	l := decoded(line{}, raw, cp949Charset)
	if charset != cp949Charset && l.trouble != "" {
		l = decoded(line{}, raw, utf8Charset)
	}
	if l.trouble != "" {
		g.warn(0, l.trouble)
	}
	return json.RawMessage(strings.ToValidUTF8(l.text, "\uFFFD"))
}
