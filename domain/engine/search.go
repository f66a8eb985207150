package engine

import "github.com/janggid/janggid/domain/janggi"

// search is one search of one position.
type search struct {
	*memory
	walk      *janggi.Walk
	rules     *janggi.Rules
	table     *table
	eval      evaluator
	lapses    *lapses // nil for none
	frames    *[maxPly + 3]frame
	root      []rootMove
	line      int // of how many asked for: the root moves before it are not searched
	nodes     int64
	limit     int64
	stop      func() bool
	stopped   bool
	deepest   int
	depthNow  int // of this iteration
	depthDone int
}

// stopInterval is how many nodes pass between questions whether to stop.
const stopInterval = 1024

// count counts a node that is about to be visited, and reports whether the search
// is over instead. It is decided by the nodes already visited alone, so that a
// search limited to as many as another visited goes the same way.
func (s *search) count() bool {
	switch {
	case s.nodes >= s.limit:
		s.stopped = true
	case s.nodes%stopInterval == stopInterval-1 && s.stop != nil && s.stop():
		s.limit, s.stopped = s.nodes, true
	default:
		s.nodes++
	}
	return s.stopped
}

// visit searches a position to a depth, and returns a score that is exact
// between alpha and beta and a bound beyond. cut says that the parent expects a
// score of at least beta.
func (s *search) visit(alpha, beta Score, depth, ply int, cut bool) Score {
	if depth <= 0 {
		return s.quiesce(alpha, beta, ply)
	}
	f := &s.frames[ply]
	f.lineLen = 0
	root, pv := ply == 0, beta-alpha > 1
	if s.count() {
		return 0
	}
	s.deepest = max(s.deepest, ply)
	if !root {
		if score, over := s.over(ply); over {
			return score
		}
		if ply >= maxPly {
			return s.estimate(f)
		}
		// Nothing is better than to mate with the next turn, or worse than to
		// be mated.
		alpha, beta = max(alpha, mated+Score(ply)), min(beta, -mated-Score(ply)-1)
		if alpha >= beta {
			return alpha
		}
	}
	excluded := f.excluded
	key := contextKey(s.walk)
	if excluded != noMove {
		key ^= scramble(uint64(excluded) + 1)
	}
	entry, found := s.table.probe(key)
	tableMove, tableScore, tableBound, tableDepth := noMove, Score(0), boundNone, 0
	wasPV := pv
	if found {
		tableMove, tableScore = entry.move, fromTable(Score(entry.score), ply)
		tableBound, tableDepth = entry.bound(), int(entry.depth)
		wasPV = wasPV || entry.wasPV()
		if tableMove != noMove && !s.walk.IsLegal(tableMove) {
			tableMove = noMove // another position's
		}
		if !pv && excluded == noMove && tableDepth >= depth && cuts(tableBound, tableScore, beta) {
			return tableScore
		}
	}
	if root && len(s.root) > 0 {
		tableMove = s.root[s.line].move
	}
	inCheck := s.walk.InCheck()
	// A pass that would be the second in a row ends the game: whoever then wins
	// should see it before any pruning.
	passWins := s.passWins()
	raw := noEval
	f.eval = noEval
	improving := false
	if !inCheck {
		if found && entry.eval != int16(noEval) {
			raw = Score(entry.eval)
		} else {
			raw = s.estimate(f)
		}
		f.eval = s.corrected(raw)
		if ply >= 2 {
			before := s.frames[ply-2].eval
			if before == noEval && ply >= 4 {
				before = s.frames[ply-4].eval
			}
			improving = before == noEval || f.eval > before
		}
	}
	eval := f.eval // and a better estimate where the table has one
	if found && !inCheck && !tableScore.decided() && (tableBound == boundExact || tableBound == boundLower && tableScore > eval || tableBound == boundUpper && tableScore < eval) {
		eval = tableScore
	}
	s.frames[ply+1].cutoffs = 0
	if ply+2 < len(s.frames) {
		s.frames[ply+2].killers = [2]janggi.Move{}
	}

	if !pv && !inCheck && excluded == noMove && !passWins && !beta.decided() {
		if score, pruned := s.pruneWhole(f, eval, alpha, beta, depth, ply, improving, cut); pruned {
			return score
		}
	}
	if depth >= 4 && tableMove == noMove && (pv || cut) {
		depth--
	}
	return s.moves(f, alpha, beta, depth, ply, nodeFacts{
		pv: pv, cut: cut, wasPV: wasPV, inCheck: inCheck, improving: improving, passWins: passWins,
		key: key, entry: entry, raw: raw, eval: eval,
		tableMove: tableMove, tableScore: tableScore, tableBound: tableBound, tableDepth: tableDepth,
	})
}

// decided reports whether the game is won or lost by force.
func (s Score) decided() bool { return s.IsWon() || s.IsLost() }

// cuts reports whether a stored score is enough beside beta.
func cuts(b bound, score, beta Score) bool {
	return b == boundExact || b == boundLower && score >= beta || b == boundUpper && score < beta
}

// passWins reports whether a pass is legal that would be the second in a row and
// would win.
func (s *search) passWins() bool {
	if last, ok := s.walk.LastMove(); !ok || !last.IsPass() || !s.walk.MayPass() {
		return false
	}
	winner, decided := s.walk.Scored().Winner()
	return decided && winner == s.walk.Position().SideToMove()
}
