package engine

import "github.com/janggid/janggid/domain/janggi"

// nodeFacts is what visit has found out about a position before its moves are searched.
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

// moves searches the moves of a position.
func (s *search) moves(f *frame, alpha, beta Score, depth, ply int, n nodeFacts) Score {
	root := ply == 0
	p := s.walk.Position()
	if n.passWins && n.tableMove == noMove {
		n.tableMove = janggi.Pass
	}
	n.tableCaptures = n.tableMove != noMove && !s.isQuiet(n.tableMove)
	k := &f.picker
	k.start(n.tableMove, f.killers, false)
	next := &s.frames[ply+1]
	best, bestMove, before := -infinite, noMove, alpha
	tried := 0
	var quiets, captures [32]janggi.Move
	quietCount, captureCount := 0, 0
	excluded := f.excluded

	for {
		m := s.pick(k, f)
		if m == noMove {
			break
		}
		if m == excluded || root && !s.mayTry(m) {
			continue
		}
		if s.lapses != nil && !n.inCheck && (tried > 0 || !root) && s.lapses.overlooks(p, m) {
			continue
		}
		piece, victim := janggi.NoPiece, janggi.NoPiece
		if !m.IsPass() {
			piece, victim = p.At(m.From()), p.At(m.To())
		}
		quiet := victim == janggi.NoPiece
		tried++
		past := 0
		if quiet {
			past = s.quietHistory(f, m)
		} else {
			past = int(s.captures[captureSlot(piece, m, victim.Kind())])
		}

		if !root && !best.IsLost() && m != n.tableMove && s.pruneMove(n, k, m, quiet, tried, past, depth, alpha, f.eval) {
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

		low, high, bias := alpha, beta, Score(0)
		if root && s.lapses != nil {
			bias = s.lapses.misjudges(p, m)
			low, high = max(alpha-bias, -infinite), min(beta-bias, infinite)
		}
		nodesBefore := s.nodes
		f.quiet, f.history = quiet, past
		s.play(f, ply, m)
		check := s.walk.InCheck()
		if extension == 0 && check && depth >= 3 && gainsAfter(k) {
			extension = 1
		}
		deep := depth - 1 + extension
		var score Score
		switch {
		case tried == 1:
			score = -s.visit(-high, -low, deep, ply+1, !n.pv && !n.cut)
		default:
			less := 0
			if depth >= 2 && tried > 1+b2i(n.pv) && (quiet || k.stage >= stageLosing) {
				less = s.reduceBy(n, next, quiet, check, tried, past, depth)
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
		if s.stopped {
			return 0
		}
		if !score.decided() {
			score += bias
		}
		if root {
			s.note(m, score, alpha, tried == 1, s.nodes-nodesBefore, next)
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if n.pv {
					f.setLine(m, next)
				}
				if score >= beta {
					f.cutoffs++
					s.learnOrder(f, m, piece, victim, quiet, depth, quiets[:quietCount], captures[:captureCount])
					break
				}
				alpha = score
			}
		}
		switch {
		case quiet && quietCount < len(quiets):
			quiets[quietCount] = m
			quietCount++
		case !quiet && captureCount < len(captures):
			captures[captureCount] = m
			captureCount++
		}
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
	b := boundUpper
	switch {
	case best >= beta:
		b = boundLower
	case best > before:
		b = boundExact
	}
	if excluded == noMove && !(root && s.line > 0) {
		s.table.store(n.entry, n.key, bestMove, toTable(best, ply), n.raw, depth, b, n.wasPV)
		if !n.inCheck && (bestMove == noMove || s.isQuiet(bestMove)) && !best.decided() &&
			!(b == boundLower && best <= f.eval) && !(b == boundUpper && best >= f.eval) {
			s.learnError(f.eval, best, depth)
		}
	}
	return best
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

// gainsAfter tells whether the move just picked is none that loses material: those come last.
func gainsAfter(k *picker) bool { return k.stage < stageLosing }

// pruneMove tells whether a move is not worth a search, at low depths. Moves that give check are spared, unless they lose
// much material very near the end of the search.
func (s *search) pruneMove(n nodeFacts, k *picker, m janggi.Move, quiet bool, tried, past, depth int, alpha, eval Score) bool {
	p := s.walk.Position()
	if !s.isDull(n, k, m, quiet, tried, past, depth, alpha, eval) {
		return false
	}
	if m.IsPass() || !p.GivesCheck(m) {
		return true
	}
	return depth <= 3 && !gains(p, m, -Score(100*depth))
}

// isDull tells whether a move comes late, has done badly, loses material or can hardly raise the score to alpha.
func (s *search) isDull(n nodeFacts, k *picker, m janggi.Move, quiet bool, tried, past, depth int, alpha, eval Score) bool {
	p := s.walk.Position()
	if !quiet {
		return depth <= 6 && k.stage >= stageLosing && !gains(p, m, -Score(60*depth)-Score(past/64))
	}
	enough := 3 + depth*depth
	if !n.improving {
		enough /= 2
	}
	if !n.pv && depth <= 8 && tried > enough+b2i(n.inCheck)*8 {
		k.onlyCheck = true // all that follow come later still
		return true
	}
	shallow := max(depth-reduction(depth, tried)/1024, 0)
	if shallow <= 6 && !n.inCheck && eval+Score(110+85*shallow)+Score(past/128) <= alpha {
		return true
	}
	if depth <= 4 && past < -2600*depth {
		return true
	}
	return depth <= 7 && !n.inCheck && !gains(p, m, -Score(22*shallow*shallow))
}

// reduceBy is by how many plies a late move is searched less deeply.
func (s *search) reduceBy(n nodeFacts, next *frame, quiet, check bool, tried, past, depth int) int {
	less := reduction(depth, tried)
	if n.wasPV {
		less -= 900
	}
	if n.pv {
		less -= 500
	}
	if n.cut {
		less += 1300
	}
	if !n.improving {
		less += 400
	}
	if next.cutoffs > 3 {
		less += 700
	}
	if quiet {
		less -= past * 1024 / 9000
	} else {
		less -= past*1024/9000 + 500
	}
	if n.tableCaptures {
		less += 700
	}
	if check {
		less /= 2 // mates begin with checks that lose material
	}
	return less / 1024
}

// multiCut says that another move than the table's is good enough too.
const multiCut = -100

// singularity searches without the table's move at about half the depth, and returns by how much to extend that move, and
// the score of the others. If all of them are worse by some margin, it is singular and searched more deeply.
func (s *search) singularity(f *frame, n nodeFacts, m janggi.Move, depth, ply int, beta Score) (extension int, others Score) {
	margin := n.tableScore - Score(2*depth)
	f.excluded = m
	others = s.visit(margin-1, margin, (depth-1)/2, ply, n.cut)
	f.excluded = noMove
	switch {
	case s.stopped:
		return 0, 0
	case others < margin:
		if !n.pv && others < margin-25 {
			return 2, others
		}
		return 1, others
	case !n.pv && others >= beta && !others.decided():
		return multiCut, others
	case n.tableScore >= beta || n.cut:
		return -1, others
	}
	return 0, others
}

// learnOrder rewards the move that refuted the parent's, and the others less.
func (s *search) learnOrder(f *frame, m janggi.Move, piece, victim janggi.Piece, quiet bool, depth int, quiets, captures []janggi.Move) {
	bonus := min(120*depth-60, 1400)
	p := s.walk.Position()
	if quiet {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		s.learnQuiet(f, m, piece, bonus)
		for _, other := range quiets {
			piece := janggi.NoPiece
			if !other.IsPass() {
				piece = p.At(other.From())
			}
			s.learnQuiet(f, other, piece, -bonus)
		}
	} else {
		s.captures[captureSlot(piece, m, victim.Kind())].learn(bonus)
	}
	for _, other := range captures {
		s.captures[captureSlot(p.At(other.From()), other, p.At(other.To()).Kind())].learn(-bonus)
	}
}

func (s *search) learnQuiet(f *frame, m janggi.Move, piece janggi.Piece, bonus int) {
	s.quiets[pieceTo(piece, m)].learn(bonus)
	s.ways[s.walk.Position().SideToMove()][way(m)].learn(bonus)
	k := kindTo(piece, m)
	s.following[f.after1][k].learn(bonus)
	s.following[f.after2][k].learn(bonus)
}
