package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Charset is the encoding that a file is said to be in. The zero value says
// nothing: a byte order mark decides, or else each line.
type Charset struct {
	name     string
	encoding encoding.Encoding // nil: not told, or UTF-8 or CP949, which are told apart by line
}

var (
	utf8Charset  = Charset{name: "utf-8"}
	cp949Charset = Charset{name: "cp949"}
)

// cp949Names are names of CP949 besides those that the web's standard lists.
var cp949Names = map[string]bool{"cp949": true, "ms949": true, "uhc": true, "x-windows-949": true}

// ParseCharset reads the name of an encoding, as a media type's charset has it:
// utf-8, euc-kr, cp949, windows-1251 and the like. US-ASCII says nothing of
// letters beyond it and so decides nothing.
func ParseCharset(name string) (Charset, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	switch {
	case lower == "" || lower == "us-ascii" || lower == "ascii":
		return Charset{}, nil
	case cp949Names[lower]:
		return cp949Charset, nil
	}
	found, err := htmlindex.Get(lower)
	if err != nil || found == encoding.Replacement {
		return Charset{}, fmt.Errorf("there is no charset %q; UTF-8 and EUC-KR (CP949) need none", name)
	}
	switch found {
	case unicode.UTF8:
		return utf8Charset, nil
	case korean.EUCKR: // x/text's EUCKR is CP949
		return cp949Charset, nil
	}
	return Charset{name: lower, encoding: found}, nil
}

// utf8Mark is the byte order mark of UTF-8.
var utf8Mark = []byte("\uFEFF")

// openText returns a file as text in UTF-8 or CP949, and which of the two it is
// if a byte order mark or the charset says so.
func openText(r io.Reader, told Charset) (*bufio.Reader, Charset) {
	in := bufio.NewReaderSize(r, detectBytes)
	head, err := in.Peek(len(utf8Mark))
	if err != nil && !errors.Is(err, io.EOF) {
		in = bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), failedReader{err}))
	}
	var decoder *encoding.Decoder
	switch {
	case bytes.Equal(head, utf8Mark):
		in.Discard(len(utf8Mark))
		return in, utf8Charset
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}) || bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		decoder = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
	case told.encoding != nil:
		decoder = told.encoding.NewDecoder()
	default:
		return in, told
	}
	return bufio.NewReaderSize(transform.NewReader(in, decoder), detectBytes), utf8Charset
}
