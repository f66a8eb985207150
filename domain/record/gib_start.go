package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/janggid/janggid/domain/janggi"
)

// readStart finds the start position: a board of its own (판), or the two setups.
func (g *Game) readStart() {
	if tag := g.findTag("판"); tag != nil {
		start, err := g.readBoard(tag.Value)
		if err != nil {
			g.warn(tag.Line, fmt.Sprintf("판 is no start position: %v", err))
			return
		}
		g.Start = &start
		return
	}
	cho, choRead := g.readSetup(janggi.Cho, "초차림", "초포진")
	han, hanRead := g.readSetup(janggi.Han, "한차림", "한포진")
	if choRead && hanRead {
		start := janggi.StartPosition(cho, han)
		g.Setups, g.Start = &[2]janggi.Setup{cho, han}, &start
	}
}

// readSetup reads four pieces from file a to file i, which for Han is from its right to its left.
func (g *Game) readSetup(side janggi.Side, names ...string) (janggi.Setup, bool) {
	tag := g.findTag(names...)
	if tag == nil {
		g.warn(g.Line, fmt.Sprintf("no tag %s tells the setup", names[0]))
		return 0, false
	}
	var letters []byte
	for _, name := range tag.Value {
		switch kind, _ := janggi.KoreanKind(name); kind {
		case janggi.Horse:
			letters = append(letters, 'H')
		case janggi.Elephant:
			letters = append(letters, 'E')
		}
	}
	if side == janggi.Han {
		for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
			letters[i], letters[j] = letters[j], letters[i]
		}
	}
	setup, err := janggi.ParseSetup(string(letters))
	if err != nil {
		g.warn(tag.Line, fmt.Sprintf("%s %q is no setup", tag.Name, tag.Value))
	}
	return setup, err == nil
}

// readBoard reads a 판: rows from Cho's back row up, divided by strokes, empty points as a number or left out at the
// end of a row; Hangul pieces are Cho's, hanja ones Han's. After a space comes the side to begin, with a word about the
// game, such as 한 접장기 (a handicap game). Where it is missing, the side begins that has a piece where the first move starts.
func (g *Game) readBoard(value string) (janggi.Position, error) {
	rows, tail, _ := strings.Cut(strings.TrimSpace(value), " ")
	var board [janggi.PointCount]janggi.Piece
	for rank, row := range strings.Split(rows, "/") {
		file := 0
		for _, letter := range row {
			if letter >= '0' && letter <= '9' {
				file += int(letter - '0')
				continue
			}
			kind, ok := janggi.KoreanKind(letter)
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
		if _, err := first.Parse(g.Moves[0].Text); !errors.As(err, &illegal) || illegal.Reason != janggi.ReasonNotYourPiece {
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
