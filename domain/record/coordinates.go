package record

import (
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// coordinates are how a record's moves name points. The zero value is the usual
// way: two digits, rank from Han's side and file, or a file's letter and a rank
// from 1.
type coordinates struct {
	old       bool // 구좌표: 10·(file−1)+rank, both from 1 at Cho's left corner, without a zero before it
	zeroRanks bool // letters with ranks from 0, as WinBoard has them
}

func (c coordinates) String() string {
	switch c {
	case coordinates{old: true}:
		return "the old coordinates (구좌표)"
	case coordinates{zeroRanks: true}:
		return "coordinates with ranks from 0"
	case coordinates{old: true, zeroRanks: true}:
		return "the old coordinates (구좌표), and ranks from 0 after letters"
	}
	return "the usual coordinates"
}

// point is the point that is meant; NoPoint for none.
func (c coordinates) point(p writtenPoint) janggi.Point {
	n, _ := strconv.Atoi(p.digits) // two digits at most
	switch {
	case p.file != 0 && c.zeroRanks:
		return janggi.NewPoint(int(p.file-'a'), n)
	case p.file != 0:
		return janggi.NewPoint(int(p.file-'a'), n-1)
	case c.old && n > 0:
		return janggi.NewPoint((n-1)/janggi.RankCount, (n-1)%janggi.RankCount)
	case !c.old && len(p.digits) == 2:
		return digitPoint(p.digits[0], p.digits[1])
	}
	return janggi.NoPoint
}

// text is the move as [janggi.Game.Parse] reads it; false where a point is
// none.
func (c coordinates) text(m koreanMove) (string, bool) {
	from, to := c.point(m.from), c.point(m.to)
	if from == janggi.NoPoint || to == janggi.NoPoint {
		return "", false
	}
	if m.piece.kind == janggi.NoKind && m.captured.kind == janggi.NoKind {
		return from.String() + to.String(), true
	}
	if m.piece.kind == janggi.NoKind {
		return "", false
	}
	return digitsOf(from) + m.piece.String() + digitsOf(to) + m.captured.String(), true
}

func digitsOf(p janggi.Point) string {
	return string([]byte{'0' + byte((janggi.RankCount-p.Rank())%janggi.RankCount), '1' + byte(p.File())})
}

// fromOne counts the ranks of UCI and algebraic moves from 1 that a text counts
// from 0: i3h3 is i4h4.
func fromOne(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		out.WriteByte(text[i])
		if text[i] < 'a' || text[i] > 'i' || i+1 == len(text) || text[i+1] < '0' || text[i+1] > '9' {
			continue
		}
		out.WriteString(strconv.Itoa(int(text[i+1]-'0') + 1))
		i++
	}
	return out.String()
}

// hasRankZero reports whether a move has a rank 0 after a file's letter, which
// identifies its coordinates.
func hasRankZero(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] >= 'a' && text[i] <= 'i' && text[i+1] == '0' {
			return true
		}
	}
	return false
}

// formTags are the names of the tag that says in which coordinates a record is.
var formTags = []string{"기보형식", "좌표형식", "좌표"}

// candidates are the coordinates that a record may be in, the likeliest first.
func (g *Game) candidates() []coordinates {
	var c coordinates
	if form := g.Tag(formTags...); strings.Contains(form, "구좌표") || strings.Contains(form, "옛") {
		c.old = true
	}
	for _, move := range g.Moves {
		if hasRankZero(plainText(move.Text)) {
			c.zeroRanks = true
			break
		}
	}
	all := []coordinates{c, {old: !c.old, zeroRanks: c.zeroRanks}}
	if !c.zeroRanks {
		all = append(all, coordinates{old: c.old, zeroRanks: true})
	}
	return all
}
