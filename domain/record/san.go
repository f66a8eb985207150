package record

import (
	"errors"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// The letters of pieces in PGN. Fairy-Stockfish writes H and E for horse and
// elephant; N and B are its letters in a FEN, and read too, as is S for a
// soldier.
const sanLetters = "KARCHEP"

var sanKinds = map[byte]janggi.Kind{
	'K': janggi.General, 'A': janggi.Guard, 'R': janggi.Chariot, 'C': janggi.Cannon, 'H': janggi.Horse, 'N': janggi.Horse,
	'E': janggi.Elephant, 'B': janggi.Elephant, 'P': janggi.Soldier, 'S': janggi.Soldier,
}

// errNotSAN means that a text is no move in algebraic notation.
var errNotSAN = errors.New("not algebraic notation")

// san is a move in algebraic notation: Hc8, Pxi5, Rbb1, A2e2, with both points
// Ra1a2, or in Fairy-Stockfish's Janggi notation P43-44, C05x03. Missing parts
// are NoKind, -1 or NoPoint.
type san struct {
	kind       janggi.Kind
	file, rank int // of where it comes from, from 0
	to         janggi.Point
}

func looksLikeSAN(word string) bool {
	_, err := parseSAN(word)
	return err == nil
}

func parseSAN(text string) (san, error) {
	text = strings.TrimRight(text, "+#!?")
	s := san{kind: janggi.Soldier, file: -1, rank: -1, to: janggi.NoPoint}
	if text == "" {
		return s, errNotSAN
	}
	if kind, ok := sanKinds[text[0]]; ok {
		s.kind, text = kind, text[1:]
	}
	if from, to, ok := cutDigits(text); ok {
		s.file, s.rank, s.to = from.File(), from.Rank(), to
		return s, nil
	}
	// The end of the text is the point where it goes.
	at := strings.LastIndexAny(text, "abcdefghi")
	if at < 0 {
		return s, errNotSAN
	}
	to, err := janggi.ParsePoint(text[at:])
	if err != nil {
		return s, errNotSAN
	}
	s.to = to
	from := strings.TrimRight(text[:at], "x-")
	if len(text[:at])-len(from) > 1 {
		return s, errNotSAN
	}
	if from != "" && from[0] >= 'a' && from[0] <= 'i' {
		s.file, from = int(from[0]-'a'), from[1:]
	}
	switch {
	case from == "":
	case from == "10":
		s.rank = 9
	case len(from) == 1 && from[0] >= '1' && from[0] <= '9':
		s.rank = int(from[0] - '1')
	default:
		return s, errNotSAN
	}
	return s, nil
}

// cutDigits reads 43-44 or 05x03: two points as rank and file of the Korean
// record.
func cutDigits(text string) (from, to janggi.Point, ok bool) {
	if len(text) != 5 || text[2] != '-' && text[2] != 'x' {
		return 0, 0, false
	}
	from, to = digitPoint(text[0], text[1]), digitPoint(text[3], text[4])
	return from, to, from != janggi.NoPoint && to != janggi.NoPoint
}

func digitPoint(rank, file byte) janggi.Point {
	if rank < '0' || rank > '9' || file < '1' || file > '9' {
		return janggi.NoPoint
	}
	return janggi.NewPoint(int(file-'1'), (janggi.RankCount-int(rank-'0'))%janggi.RankCount)
}

// matches reports whether a legal move fits the notation.
func (s san) matches(p *janggi.Position, m janggi.Move) bool {
	from, to := m.From(), m.To()
	if m.IsPass() {
		from = p.General(p.SideToMove())
		to = from
	}
	return to == s.to && p.At(from).Kind() == s.kind && (s.file < 0 || from.File() == s.file) && (s.rank < 0 || from.Rank() == s.rank)
}

// readSAN finds the matching legal move. If several match, those legal under
// Fairy-Stockfish's rules count, because the sites that write this notation
// disambiguate by those.
func readSAN(g *janggi.Game, text string) (janggi.Move, error) {
	s, err := parseSAN(text)
	if err != nil {
		return 0, &janggi.IllegalMoveError{Reason: janggi.ReasonUnreadable, At: janggi.NoPoint}
	}
	found := s.among(g.Position(), g.LegalMoves())
	if len(found) > 1 {
		strict := asFairy(g)
		if fewer := s.among(g.Position(), strict.LegalMoves()); len(fewer) > 0 {
			found = fewer
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return s.whyNone(g)
	}
	return 0, &janggi.IllegalMoveError{Reason: janggi.ReasonUnreadable, At: s.to}
}

func (s san) among(p *janggi.Position, moves []janggi.Move) (found []janggi.Move) {
	for _, m := range moves {
		if s.matches(p, m) {
			found = append(found, m)
		}
	}
	return found
}

// whyNone gives the move of a piece that the text may mean, for the rules to
// say why it is illegal: the one that is the only one to come from where the
// text says.
func (s san) whyNone(g *janggi.Game) (janggi.Move, error) {
	var from []janggi.Point
	p := g.Position()
	for point := janggi.Point(0); point < janggi.PointCount; point++ {
		piece := p.At(point)
		if piece != janggi.NoPiece && piece.Side() == p.SideToMove() && piece.Kind() == s.kind &&
			(s.file < 0 || point.File() == s.file) && (s.rank < 0 || point.Rank() == s.rank) {
			from = append(from, point)
		}
	}
	switch {
	case len(from) == 1 && from[0] == s.to: // a pass
		return janggi.Pass, nil
	case len(from) == 1:
		return janggi.NewMove(from[0], s.to), nil
	case len(from) == 0:
		return 0, &janggi.IllegalMoveError{Reason: janggi.ReasonNoPiece, At: s.to}
	}
	return 0, &janggi.IllegalMoveError{Reason: janggi.ReasonNotAMove, At: s.to}
}

// fairyPreset are the rules by which Fairy-Stockfish, and so the sites that use
// it, play.
var fairyPreset, _ = janggi.PresetNamed("pychess")

// asFairy is the position under those rules, without its past.
func asFairy(g *janggi.Game) janggi.Game { return janggi.NewGame(fairyPreset.Rules, *g.Position()) }

// textSAN writes a legal move as Fairy-Stockfish does. A pass is the general's
// move to its own point.
func textSAN(g *janggi.Game, m janggi.Move) string {
	p := g.Position()
	from, to := m.From(), m.To()
	if m.IsPass() {
		from = p.General(p.SideToMove())
		to = from
	}
	piece := p.At(from)
	text := sanLetters[piece.Kind()-janggi.General : piece.Kind()-janggi.General+1]
	text = sanBetween(text, apart(g, m), p.At(to) != janggi.NoPiece && from != to, to)
	if read, err := readSAN(g, text); err != nil || read != m {
		// Where this server's rules allow more than Fairy-Stockfish's, its text
		// may fit another move too.
		text = sanBetween(text[:1], from.String(), p.At(to) != janggi.NoPiece && from != to, to)
	}
	after := g.After(m)
	if after.Position().InCheck() {
		strict := asFairy(&after)
		if len(strict.LegalMoves()) == 0 {
			return text + "#"
		}
		return text + "+"
	}
	return text
}

func sanBetween(letter, from string, captures bool, to janggi.Point) string {
	if captures {
		from += "x"
	}
	return letter + from + to.String()
}

// apart returns the disambiguation among pieces of a kind that can move to the
// same point: the file, else the rank, else both.
func apart(g *janggi.Game, m janggi.Move) string {
	if m.IsPass() {
		return ""
	}
	p := g.Position()
	from := m.From()
	others, sameFile, sameRank := false, false, false
	strict := asFairy(g)
	for _, other := range strict.LegalMoves() {
		if other == m || other.IsPass() || other.To() != m.To() || p.At(other.From()) != p.At(from) {
			continue
		}
		others = true
		sameFile = sameFile || other.From().File() == from.File()
		sameRank = sameRank || other.From().Rank() == from.Rank()
	}
	name := from.String()
	switch {
	case !others:
		return ""
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	}
	return name
}
