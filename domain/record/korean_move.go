package record

import (
	"strings"
	"unicode/utf8"

	"github.com/janggid/janggid/domain/janggi"
)

// koreanMove is a move as Korean records write it, before anybody knows in
// which coordinates: 79졸78, 79초졸78, 84졸74, i3卒h3, 61졸51타병장군, 79P-78.
type koreanMove struct {
	from, to        writtenPoint
	piece, captured writtenPiece
	check           bool // 장군 or the like stands after it
}

// writtenPoint is a point in digits, or a file's letter and a rank.
type writtenPoint struct {
	file   byte // 'a' to 'i'; 0 for a point in digits
	digits string
}

// writtenPiece is a piece's name; the zero value where none is written.
type writtenPiece struct {
	side string // 楚, 漢 or ""
	kind janggi.Kind
}

// String is the piece in Korean, as [janggi.Game.Parse] reads it.
func (p writtenPiece) String() string {
	if p.kind == janggi.NoKind {
		return ""
	}
	return p.side + gibCho[p.kind]
}

// sideMarks are ways to write the side before a piece. Alone they mean its
// general, which bears that character.
var sideMarks = map[rune]string{'초': "楚", '楚': "楚", '한': "漢", '漢': "漢", '韓': "漢", '汉': "漢"}

// isSideMark reports whether a word is a side alone, which after a move begins
// something else, such as a result.
func isSideMark(word string) bool {
	mark, size := utf8.DecodeRuneInString(word)
	return sideMarks[mark] != "" && size == len(word)
}

// otherHanja are letters for pieces besides those that [janggi.KoreanKind]
// knows.
var otherHanja = map[rune]janggi.Kind{
	'帥': janggi.General, '帅': janggi.General, '将': janggi.General, '宮': janggi.General, '王': janggi.General,
	'仕': janggi.Guard, '车': janggi.Chariot, '俥': janggi.Chariot, '砲': janggi.Cannon, '炮': janggi.Cannon,
	'马': janggi.Horse, '傌': janggi.Horse, '相': janggi.Elephant,
}

// capturing are ways to write between a move and the piece that it captures, or
// between the points.
var capturing = []string{"타", "打", "x", "X", "×", ":", "-", "→", ">", "~"}

// checkWords are ways to write that a move gives check or mates; the longest of
// a beginning first.
var checkWords = []string{"장군멍군", "멍군장군", "장군", "將軍", "외통수", "외통", "장"}

// annotations may follow a move.
var annotations = []string{"멍군", "멍", "빅장", "수", "!", "?", "+", "#", "(", ")", ".", ","}

// parseKoreanMove reads a move without spaces, in the form that [plainText]
// gives.
func parseKoreanMove(text string) (koreanMove, bool) {
	var m koreanMove
	var ok bool
	if m.from, text, ok = cutWrittenPoint(text); !ok {
		return m, false
	}
	m.piece, text = cutWrittenPiece(text, m.from.file == 0)
	between := text
	text = cutAny(text, capturing)
	if m.piece.kind == janggi.NoKind && between == text {
		return m, false // two points without anything between them are no move of this kind
	}
	if m.to, text, ok = cutWrittenPoint(text); !ok || (m.from.file == 0) != (m.to.file == 0) {
		return m, false
	}
	if m.piece.kind == janggi.NoKind && m.from.file == 0 && (len(m.from.digits) != 2 || len(m.to.digits) != 2) {
		return m, false // 1-0
	}
	return m, m.readRest(text)
}

// readRest reads the text after the points; false if it is malformed.
func (m *koreanMove) readRest(text string) bool {
	for text != "" {
		rest := cutAny(text, checkWords)
		if rest != text {
			m.check, text = true, rest
			continue
		}
		if rest = cutAny(text, annotations); rest != text {
			text = rest
			continue
		}
		marked := cutAny(text, capturing)
		piece, rest := cutWrittenPiece(marked, true)
		if piece.kind == janggi.NoKind || m.captured.kind != janggi.NoKind {
			return false
		}
		m.captured, text = piece, rest
	}
	return true
}

// cutAny takes the first of the words that text begins with off it.
func cutAny(text string, words []string) string {
	for _, word := range words {
		if rest, found := strings.CutPrefix(text, word); found {
			return rest
		}
	}
	return text
}

func cutWrittenPoint(text string) (p writtenPoint, rest string, ok bool) {
	if text != "" && text[0] >= 'a' && text[0] <= 'i' {
		p.file, text = text[0], text[1:]
	}
	n := 0
	for n < len(text) && n < 2 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if p.file != 0 && n == 2 && text[:2] != "10" {
		n = 1
	}
	p.digits, rest = text[:n], text[n:]
	another := rest != "" && rest[0] >= '0' && rest[0] <= '9'
	return p, rest, n > 0 && !another
}

// cutWrittenPiece reads a piece's name with or without a side before it; latin
// allows a letter of algebraic notation in either case, which between letters
// of files would be taken for one.
func cutWrittenPiece(text string, latin bool) (p writtenPiece, rest string) {
	letter, size := utf8.DecodeRuneInString(text)
	if mark, is := sideMarks[letter]; is {
		piece, rest := cutWrittenPiece(text[size:], latin)
		if piece.kind == janggi.NoKind || piece.side != "" {
			piece, rest = writtenPiece{kind: janggi.General}, text[size:]
		}
		piece.side = mark
		return piece, rest
	}
	if kind, is := janggi.KoreanKind(letter); is {
		return writtenPiece{kind: kind}, text[size:]
	}
	if kind, is := otherHanja[letter]; is {
		return writtenPiece{kind: kind}, text[size:]
	}
	if size == 1 {
		upper := letter
		if latin && letter >= 'a' && letter <= 'z' {
			upper -= 'a' - 'A'
		}
		if kind, is := sanKinds[byte(upper)]; is {
			return writtenPiece{kind: kind}, text[size:]
		}
	}
	return writtenPiece{}, text
}

// startsLikeMove reports whether a word may begin a move that continues after a
// space: a point, or a point and a piece.
func startsLikeMove(text string) bool {
	from, text, ok := cutWrittenPoint(text)
	if !ok {
		return false
	}
	_, text = cutWrittenPiece(text, from.file == 0)
	return cutAny(text, capturing) == ""
}

// onlyEndsMove reports whether a word can only follow a move: a captured piece,
// or 장군 and the like.
func onlyEndsMove(text string) bool {
	var m koreanMove
	return text != "" && strings.Trim(text, "().,!?+#") != "" && m.readRest(text)
}
