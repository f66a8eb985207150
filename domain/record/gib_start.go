package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/janggid/janggid/domain/janggi"
)

// setupTags are the names of the tags that have a side's setup.
var setupTags = [2][]string{
	janggi.Cho: {"초차림", "초포진", "초상차림", "초진형", "초마상", "楚차림"},
	janggi.Han: {"한차림", "한포진", "한상차림", "한진형", "한마상", "漢차림"},
}

// readStart finds the start position: a custom board (판 or FEN), or the two
// setups.
func (g *Game) readStart() {
	board, fen := g.findTag("판"), g.findTag("FEN")
	if board != nil && known(board.Value) != "" {
		start, err := g.readBoard(plainText(board.Value))
		if err == nil {
			g.startTold = true
			g.startFrom(g.withCounters(start, fen))
			return
		}
		g.warn(board.Line, fmt.Sprintf("판 is no start position: %v", err))
	}
	if fen != nil && known(fen.Value) != "" {
		start, err := parseFEN(fen.Value)
		if err == nil {
			g.startTold = true
			g.startFrom(start)
			g.compareSetups(start)
			return
		}
		g.warn(fen.Line, fmt.Sprintf("FEN is no start position: %v", err))
	}
	if board != nil && known(board.Value) != "" || fen != nil && known(fen.Value) != "" {
		return // the setups would be those of another game
	}
	if setups := g.readSetups(true); setups != nil {
		start := janggi.StartPosition(setups[janggi.Cho], setups[janggi.Han])
		g.Setups, g.Start = setups, &start
	}
}

// compareSetups warns of setups that contradict the tag FEN.
func (g *Game) compareSetups(start janggi.Position) {
	told := g.readSetups(false)
	if told != nil && janggi.StartPosition(told[janggi.Cho], told[janggi.Han]) != start {
		g.warn(g.findTag(setupTags[janggi.Cho]...).Line, "the setups and FEN tell different start positions; FEN counts")
	}
}

// withCounters adds the counters of a tag FEN to the same board from 판, which
// has none.
func (g *Game) withCounters(start janggi.Position, fen *Tag) janggi.Position {
	if fen == nil || known(fen.Value) == "" {
		return start
	}
	told, err := parseFEN(fen.Value)
	if err == nil && strings.Join(strings.Fields(told.FEN())[:2], " ") == strings.Join(strings.Fields(start.FEN())[:2], " ") {
		return told
	}
	g.warn(fen.Line, "판 and FEN tell different start positions; 판 counts")
	return start
}

// readSetups reads both sides' setups, each from file a to file i: for Han,
// from its right to its left. It returns nil, with an optional warning, if one
// is missing or invalid.
func (g *Game) readSetups(warn bool) *[2]janggi.Setup {
	var setups [2]janggi.Setup
	whole := true
	for _, side := range []janggi.Side{janggi.Cho, janggi.Han} {
		tag := g.findTag(setupTags[side]...)
		if tag == nil {
			if whole = false; warn {
				g.warn(g.Line, fmt.Sprintf("no tag %s tells the setup", setupTags[side][0]))
			}
			continue
		}
		setup, ok := parseGibSetup(side, tag.Value)
		if !ok {
			if whole = false; warn {
				g.warn(tag.Line, fmt.Sprintf("%s %q is no setup", tag.Name, clipped(tag.Value, maxWord)))
			}
		}
		setups[side] = setup
	}
	if !whole {
		return nil
	}
	return &setups
}

// namedSetups are the names of setups that are the same from either end.
var namedSetups = map[string]janggi.Setup{
	"안상": janggi.HEEH, "안상차림": janggi.HEEH, "바깥상": janggi.EHHE, "바깥상차림": janggi.EHHE, "밖상": janggi.EHHE, "밖상차림": janggi.EHHE,
}

// parseGibSetup reads the horses and elephants among the letters of a text from
// file a to file i, or a name.
func parseGibSetup(side janggi.Side, text string) (janggi.Setup, bool) {
	text = withoutSpace(plainText(text))
	if setup, named := namedSetups[text]; named {
		return setup, true
	}
	if setup, err := janggi.ParseSetup(strings.ToUpper(text)); err == nil && isASCII([]byte(text)) {
		return setup, true // HEHE is from the side's own left wherever it stands
	}
	var letters []byte
	for _, name := range text {
		kind, ok := janggi.KoreanKind(name)
		if !ok {
			kind = otherHanja[name]
		}
		switch kind {
		case janggi.Horse:
			letters = append(letters, 'H')
		case janggi.Elephant:
			letters = append(letters, 'E')
		}
	}
	if side == janggi.Han {
		slices.Reverse(letters)
	}
	setup, err := janggi.ParseSetup(string(letters))
	return setup, err == nil
}

// parseFEN reads a FEN as records have it: also with the counters right behind
// the side to move, as WinBoard has them.
func parseFEN(text string) (janggi.Position, error) {
	fields := strings.Fields(plainText(text))
	if n := len(fields); n == 3 || n == 4 {
		if _, err := strconv.Atoi(fields[2]); err == nil {
			fields = slices.Insert(fields, 2, "-", "-")
		}
	}
	return janggi.ParseFEN(strings.Join(fields, " "))
}

// readBoard reads a 판: rows from Cho's back row up, divided by strokes, empty
// points as a number or left out at the end of a row; Hangul pieces are Cho's,
// hanja ones Han's. After a space comes the side to begin, with a word about
// the game, such as 한 접장기 (a handicap game). Where it is missing, the side
// begins that has a piece where the first move starts.
func (g *Game) readBoard(value string) (janggi.Position, error) {
	rows, tail, _ := strings.Cut(strings.TrimSpace(value), " ")
	tail = strings.TrimSpace(tail)
	var board [janggi.PointCount]janggi.Piece
	for rank, row := range strings.Split(rows, "/") {
		file := 0
		for _, letter := range row {
			if letter >= '0' && letter <= '9' {
				file += int(letter - '0')
				continue
			}
			kind, ok := janggi.KoreanKind(letter)
			if !ok {
				kind, ok = otherHanja[letter]
			}
			point := janggi.NewPoint(file, rank)
			if !ok || point == janggi.NoPoint {
				return janggi.Position{}, fmt.Errorf("%c in row %d of %q is no piece or off the board", letter, rank+1, rows)
			}
			side := janggi.Han
			if unicode.Is(unicode.Hangul, letter) {
				side = janggi.Cho
			}
			board[point] = janggi.NewPiece(side, kind)
			file++
		}
	}
	return g.withBeginner(boardFEN(&board), tail)
}

func (g *Game) withBeginner(board, tail string) (janggi.Position, error) {
	const cho, han = " w", " b"
	switch {
	case strings.HasPrefix(tail, "한"), strings.HasPrefix(tail, "漢"):
		return janggi.ParseFEN(board + han)
	case strings.HasPrefix(tail, "초"), strings.HasPrefix(tail, "楚"), len(g.Moves) == 0:
		return janggi.ParseFEN(board + cho)
	}
	start, err := janggi.ParseFEN(board + cho)
	if err == nil {
		var illegal *janggi.IllegalMoveError
		first := janggi.NewGame(janggi.Rules{}, start)
		if _, err := readMove(&first, g.Moves[0].Text, g.candidates()[0]); !errors.As(err, &illegal) || illegal.Reason != janggi.ReasonNotYourPiece {
			return start, nil
		}
	}
	return janggi.ParseFEN(board + han)
}

// boardFEN is the board field of a FEN.
func boardFEN(board *[janggi.PointCount]janggi.Piece) string {
	var fen strings.Builder
	for rank := janggi.RankCount - 1; rank >= 0; rank-- {
		for file := range janggi.FileCount {
			if piece := board[janggi.NewPoint(file, rank)]; piece != janggi.NoPiece {
				fen.WriteByte(piece.Letter())
			} else {
				fen.WriteByte('1')
			}
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	return fen.String()
}
