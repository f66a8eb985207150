package engine

import "github.com/janggid/janggid/domain/janggi"

// nodeFacts are the facts of a position that visit knows before it searches its
// moves.
type nodeFacts struct {
	pv, cut, wasPV, inCheck, improving, passWins bool
	tableCaptures                                bool // the table's move is a capture

	key        uint64
	entry      *slot
	raw, eval  Score
	tableMove  janggi.Move
	tableScore Score
	tableBound bound
	tableDepth int
}

// attempt is a move that is being searched.
type attempt struct {
	move          janggi.Move
	piece, victim janggi.Piece
	quiet         bool
	past          int // how well it has done
	tried         int // how many have been tried, this one included
}

// moves searches the moves of a position.
func (s *search) moves(f *frame, alpha, beta Score, depth, ply int, n nodeFacts) Score {
	root := ply == 0
	if n.passWins && n.tableMove == noMove {
		n.tableMove = janggi.Pass
	}
	n.tableCaptures = n.tableMove != noMove && !s.isQuiet(n.tableMove)
	k := &f.picker
	k.start(n.tableMove, f.killers, false)
	next := &s.frames[ply+1]
	best, bestMove, before := -infinite, noMove, alpha
	tried := 0
	var refuted refutations
	excluded := f.excluded

	for m := s.pick(k, f); m != noMove; m = s.pick(k, f) {
		if m == excluded || root && !s.mayTry(m) {
			continue
		}
		if s.lapses != nil && !n.inCheck && (tried > 0 || !root) && s.lapses.overlooks(s.walk.Position(), m) {
			continue
		}
		tried++
		a := s.attempt(f, m, tried)
		if !root && !best.IsLost() && m != n.tableMove && s.pruneMove(n, k, a, depth, alpha, f.eval) {
			continue
		}
		extension := 0
		if m == n.tableMove && !root && excluded == noMove && depth >= 6 && n.tableDepth >= depth-3 &&
			n.tableBound&boundLower != 0 && !n.tableScore.decided() && ply < 2*s.depthNow {
			more, others := s.singularity(f, n, m, depth, ply, beta)
			if s.stopped {
				return 0
			}
			if more == multiCut {
				return others
			}
			extension = more
			k.start(n.tableMove, f.killers, false) // the search without the move used the picker
			s.pick(k, f)
		}
		score := s.try(f, a, alpha, beta, depth, extension, ply, n)
		if s.stopped {
			return 0
		}
		if root {
			s.note(m, score, alpha, tried == 1, next)
		}
		best = max(best, score)
		if score > alpha {
			bestMove = m
			if n.pv {
				f.setLine(m, next)
			}
			if score >= beta {
				f.cutoffs++
				s.learnOrder(f, a, depth, &refuted)
				break
			}
			alpha = score
		}
		refuted.add(m, a.quiet)
	}
	if tried == 0 {
		switch {
		case excluded != noMove:
			return alpha
		case n.inCheck:
			return mated + Score(ply)
		}
		return f.eval // no turn is left that the search may look at
	}
	if excluded == noMove && !(root && s.line > 0) {
		s.keep(f, best, bestMove, before, beta, depth, ply, n)
	}
	return best
}

// attempt collects the facts of a move before it is searched.
func (s *search) attempt(f *frame, m janggi.Move, tried int) attempt {
	a := attempt{move: m, tried: tried}
	if !m.IsPass() {
		p := s.walk.Position()
		a.piece, a.victim = p.At(m.From()), p.At(m.To())
	}
	a.quiet = a.victim == janggi.NoPiece
	if a.quiet {
		a.past = s.quietHistory(f, m)
	} else {
		a.past = int(s.captures[captureSlot(a.piece, m, a.victim.Kind())])
	}
	return a
}

// try searches one move: the first with the whole window, the others with none,
// late ones less deeply at first.
func (s *search) try(f *frame, a attempt, alpha, beta Score, depth, extension, ply int, n nodeFacts) Score {
	k, next := &f.picker, &s.frames[ply+1]
	low, high, bias := alpha, beta, Score(0)
	if ply == 0 && s.lapses != nil {
		bias = s.lapses.misjudges(s.walk.Position(), a.move)
		low, high = max(alpha-bias, -infinite), min(beta-bias, infinite)
	}
	s.play(f, ply, a.move)
	check := s.walk.InCheck()
	if extension == 0 && check && depth >= 3 && k.stage < stageLosing {
		extension = 1
	}
	deep := depth - 1 + extension
	var score Score
	if a.tried == 1 {
		score = -s.visit(-high, -low, deep, ply+1, !n.pv && !n.cut)
	} else {
		less := 0
		if depth >= 2 && a.tried > 1+b2i(n.pv) && (a.quiet || k.stage >= stageLosing) {
			less = s.reduceBy(n, next, a, check, depth)
		}
		reduced := min(max(deep-less, 1), deep)
		score = -s.visit(-low-1, -low, reduced, ply+1, true)
		if score > low && reduced < deep && !s.stopped {
			score = -s.visit(-low-1, -low, deep, ply+1, !n.cut)
		}
		if score > low && n.pv && !s.stopped {
			score = -s.visit(-high, -low, deep, ply+1, false)
		}
	}
	s.walk.Back()
	if !score.decided() {
		score += bias
	}
	return score
}

// keep stores the result of a position, and learns how far the evaluation was
// from it.
func (s *search) keep(f *frame, best Score, bestMove janggi.Move, before, beta Score, depth, ply int, n nodeFacts) {
	b := boundUpper
	switch {
	case best >= beta:
		b = boundLower
	case best > before:
		b = boundExact
	}
	s.table.store(n.entry, n.key, bestMove, toTable(best, ply), n.raw, depth, b, n.wasPV)
	says := b == boundExact || b == boundLower && best > f.eval || b == boundUpper && best < f.eval
	if says && !n.inCheck && !best.decided() && (bestMove == noMove || s.isQuiet(bestMove)) {
		s.learnError(f.eval, best, depth)
	}
}

func (s *search) isQuiet(m janggi.Move) bool {
	return m.IsPass() || s.walk.Position().At(m.To()) == janggi.NoPiece
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
