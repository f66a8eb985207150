package engine

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// plain is a search without reductions, pruning or order: what it finds is true
// to its depth. With a table it looks up what it has found of the same position
// in the same context.
type plain struct {
	walk  *janggi.Walk
	rules *janggi.Rules
	table map[plainKey]Score // nil for none
	nodes int
}

type plainKey struct {
	key        uint64
	depth, ply int
}

func plainScore(g janggi.Game, depth int, table bool) Score {
	s := plain{walk: janggi.WalkFrom(g, depth+1)}
	s.rules = s.walk.Rules()
	if table {
		s.table = map[plainKey]Score{}
	}
	return s.visit(-infinite, infinite, depth, 0)
}

func (s *plain) visit(alpha, beta Score, depth, ply int) Score {
	s.nodes++
	p := s.walk.Position()
	if ply > 0 {
		if reason, result, over := s.walk.Ended(); over {
			return endScore(reason, result, p.SideToMove(), ply)
		}
	}
	moves := s.walk.AppendMovesTo(nil, janggi.FullBoard())
	if s.walk.MayPass() {
		moves = append(moves, janggi.Pass)
	}
	if len(moves) == 0 {
		return mated + Score(ply)
	}
	if depth == 0 {
		score := evaluation(p, s.rules)
		if p.SideToMove() == janggi.Han {
			score = -score
		}
		return score
	}
	key := plainKey{contextKey(s.walk), depth, ply}
	if s.table != nil {
		// Only whole windows are stored, so that what is found there is exact.
		if score, ok := s.table[key]; ok {
			return score
		}
		alpha, beta = -infinite, infinite
	}
	best := -infinite
	for _, m := range moves {
		s.walk.Play(m)
		score := -s.visit(-beta, -max(alpha, best), depth-1, ply+1)
		s.walk.Back()
		best = max(best, score)
		if best >= beta {
			break
		}
	}
	if s.table != nil {
		s.table[key] = best
	}
	return best
}

// shortGames are games of a few random turns from starts and end games, under
// every preset.
func shortGames(t *testing.T) (games []janggi.Game) {
	t.Helper()
	fens := []string{
		"3k5/9/4P4/9/9/9/9/9/4A4/4K4 w - - 0 1",
		"4k4/3R5/9/9/9/9/4p4/9/5r3/3K5 b - - 95 1",
		"3ak4/4a4/4b4/2p1p1p2/9/9/2P1P1P2/4C4/4A4/3AK4 w - - 10 40",
	}
	for _, fen := range fens {
		p, err := janggi.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, preset := range janggi.Presets() {
			games = append(games, janggi.NewGame(preset.Rules, p))
		}
	}
	for i, p := range randomPositions(7, 8) {
		if i%60 == 59 {
			games = append(games, janggi.NewGame(janggi.Presets()[i%8].Rules, p))
		}
	}
	return games
}

func TestAPlainSearchScoresMirroredPositionsEqually(t *testing.T) {
	for _, g := range shortGames(t) {
		start := g.Start()
		m := changed(&start, mirror, false)
		// The counter of turns without a capture is lost on the way: both begin
		// without one.
		same := changed(&start, func(p janggi.Point) janggi.Point { return p }, false)
		a, b := plainScore(janggi.NewGame(g.Rules(), same), 2, false), plainScore(janggi.NewGame(g.Rules(), m), 2, false)
		if a != b {
			t.Errorf("%s: %d, mirrored %d", start.FEN(), a, b)
		}
	}
}

func TestAPlainSearchScoresEquallyWithATable(t *testing.T) {
	for _, g := range shortGames(t) {
		if a, b := plainScore(g, 3, false), plainScore(g, 3, true); a != b {
			p := g.Position()
			t.Errorf("%s: %d, with a table %d", p.FEN(), a, b)
		}
	}
}

// endingGames are games that rules end within a few turns: after a pass, after
// two occurrences, before a limit.
func endingGames(t *testing.T) (games []janggi.Game) {
	for _, g := range shortGames(t) {
		rules := g.Rules()
		p := g.Start()
		if _, over := g.Outcome(); over || p.InCheck() {
			continue
		}
		rules.TurnLimit = 2
		games = append(games, janggi.NewGame(rules, p))
		rules.TurnLimit, rules.NoCaptureLimit = 0, 10
		rules.Repetition = janggi.RepetitionEnds
		games = append(games, janggi.NewGame(rules, p))
		if passed := g.After(janggi.Pass); !passed.Position().InCheck() {
			games = append(games, passed)
		}
		if again, ok := loopedGame(g); ok {
			games = append(games, again)
		}
	}
	return games
}

// loopedGame goes from a game's position back to it by four moves and once more
// up to the last of them, which would make it stand for the third time.
func loopedGame(g janggi.Game) (janggi.Game, bool) {
	for _, out := range g.LegalMoves() {
		if out.IsPass() || g.Position().At(out.To()) != janggi.NoPiece {
			continue
		}
		for _, reply := range firstReplies(g, out) {
			loop := []janggi.Move{out, reply, janggi.NewMove(out.To(), out.From()), janggi.NewMove(reply.To(), reply.From())}
			next, whole := g, true
			for i := range 7 {
				m := loop[i%4]
				if _, over := next.Outcome(); over || next.Validate(m) != nil {
					whole = false
					break
				}
				next = next.After(m)
			}
			if _, over := next.Outcome(); whole && !over {
				return next, true
			}
		}
	}
	return g, false
}

func firstReplies(g janggi.Game, m janggi.Move) (replies []janggi.Move) {
	after := g.After(m)
	for _, r := range after.LegalMoves() {
		if !r.IsPass() && after.Position().At(r.To()) == janggi.NoPiece && len(replies) < 10 {
			replies = append(replies, r)
		}
	}
	return replies
}

// TestTheSearchFindsWhatEndsByRule compares the search with a plain one where
// the game ends within its depth.
func TestTheSearchFindsWhatEndsByRule(t *testing.T) {
	decided := 0
	e := New(1 << 20)
	for _, g := range append(shortGames(t), endingGames(t)...) {
		if _, over := g.Outcome(); over {
			continue
		}
		want := plainScore(g, 3, false)
		if !want.decided() {
			continue
		}
		decided++
		e.Reset()
		r := e.Search(Request{Game: g, Limits: Limits{Depth: 12, Nodes: 200_000}})
		got := r.Lines[0].Score
		if want.IsWon() && got < want || want.IsLost() && !got.IsLost() {
			p := g.Position()
			rules := g.Rules()
			t.Errorf("%s under %+v: %d, a plain search finds %d", p.FEN(), rules, got, want)
		}
	}
	if decided < 40 {
		t.Errorf("only %d positions are decided within three turns", decided)
	}
}

func TestASearchIsAFunctionOfItsRequest(t *testing.T) {
	for i, p := range randomPositions(9, 12) {
		if i%50 != 49 || !p.HasMove(0) {
			continue
		}
		q := Request{Game: janggi.NewGame(janggi.Presets()[0].Rules, p), Limits: Limits{Nodes: 20_000}, Lines: 1 + i%3}
		first := New(1 << 20).Search(q)
		e := New(1 << 20)
		e.Search(Request{Game: janggi.NewGame(janggi.Rules{}, p), Limits: Limits{Nodes: 5_000}})
		e.Reset()
		if again := e.Search(q); !equalReports(first, again) {
			t.Errorf("%s: %v, then %v", p.FEN(), first, again)
		}
	}
}

// TestAStoppedSearchIsRepeatedByItsNodes stops searches at some node by the
// stop function, and searches again with that many nodes.
func TestAStoppedSearchIsRepeatedByItsNodes(t *testing.T) {
	g := janggi.NewGame(janggi.Presets()[0].Rules, janggi.StartPosition(janggi.HEHE, janggi.HEEH))
	for _, after := range []int{1, 3, 10, 23} {
		asked := 0
		e := New(1 << 20)
		stopped := e.Search(Request{Game: g, Limits: Limits{Stop: func() bool { asked++; return asked >= after }}})
		e.Reset()
		again := e.Search(Request{Game: g, Limits: Limits{Nodes: stopped.Nodes}})
		if !equalReports(stopped, again) {
			t.Errorf("stopped after %d nodes: %v, again: %v", stopped.Nodes, stopped, again)
		}
	}
}

func equalReports(a, b Report) bool {
	return a.Nodes == b.Nodes && a.Depth == b.Depth && slices.EqualFunc(a.Lines, b.Lines, func(x, y Line) bool {
		return x.Score == y.Score && slices.Equal(x.Moves, y.Moves)
	})
}

// TestASearchAllocatesNothingPerNode allows what is allocated for the request
// and its report.
func TestASearchAllocatesNothingPerNode(t *testing.T) {
	g := janggi.NewGame(janggi.Presets()[0].Rules, janggi.StartPosition(janggi.HEHE, janggi.HEEH))
	e := New(1 << 20)
	allocations := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Reset()
			e.Search(Request{Game: g, Limits: Limits{Nodes: nodes}})
		})
	}
	if few, many := allocations(20_000), allocations(120_000); many > few+60 {
		t.Errorf("20,000 nodes make %.0f allocations, 120,000 make %.0f", few, many)
	}
}
