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
	skipTo    int // no skipped turns before this ply
	depthNow  int // of this iteration
	depthDone int
}

// stopInterval is how many nodes pass between questions whether to stop.
const stopInterval = 1024

// count counts a node that is about to be visited, and tells whether the search is over instead. It is decided by the
// nodes already visited alone, so that a search limited to as many as another visited goes the same way.
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

// play makes a turn and readies the next frame.
func (s *search) play(f *frame, ply int, m janggi.Move) {
	next := &s.frames[ply+1]
	f.move = m
	piece := janggi.NoPiece
	next.placement = f.placement
	if !m.IsPass() {
		p := s.walk.Position()
		piece = p.At(m.From())
		next.placement += placement[piece][m.To()] - placement[piece][m.From()]
		if victim := p.At(m.To()); victim != janggi.NoPiece {
			next.placement -= placement[victim][m.To()]
		}
	}
	next.after1, next.after2 = pieceTo(piece, m), f.after1
	s.walk.Play(m)
}

// skip gives the turn away.
func (s *search) skip(f *frame, ply int) {
	next := &s.frames[ply+1]
	f.move = noMove
	next.placement = f.placement
	next.after1, next.after2 = 0, f.after1
	s.walk.SkipTurn()
}

// over judges the latest turn: the score if the game is over, or goes round in a loop.
func (s *search) over(ply int) (Score, bool) {
	turn := s.walk.Position().SideToMove()
	if reason, result, ended := s.walk.Ended(); ended {
		return endScore(reason, result, turn, ply), true
	}
	if s.walk.Occurrences() > 1 {
		if result, recurs := s.walk.Recurs(); recurs {
			return recurredScore(result, turn, ply), true
		}
	}
	return 0, false
}

// estimate evaluates the position for the side to move.
func (s *search) estimate(f *frame) Score {
	p := s.walk.Position()
	score := s.eval.evaluate(p, s.rules, f.placement)
	score = s.nearLimit(p, score)
	score = min(max(score, -maxEstimate), maxEstimate)
	if p.SideToMove() == janggi.Han {
		return -score
	}
	return score
}

// nearLimit adds, for Cho, what a lead on points is worth when the turn limit is near.
func (s *search) nearLimit(p *janggi.Position, score Score) Score {
	left := turnsLeft(s.walk)
	if left >= nearTurnLimit {
		return score
	}
	bonus := Score(nearTurnLimit-left) * 8
	switch winner, decided := s.walk.Settled().Winner(); {
	case !decided:
		return score * Score(left) / nearTurnLimit
	case winner == janggi.Cho:
		return score + bonus
	}
	return score - bonus
}

// corrected is an evaluation corrected by what searches of similar positions found.
func (s *search) corrected(eval Score) Score {
	p := s.walk.Position()
	turn := p.SideToMove()
	n := int(s.misjudged[turn][soldiersSlot(p)]) + int(s.memory.material[turn][piecesSlot(p)])
	return min(max(eval+Score(n/96), -maxEstimate), maxEstimate)
}

// learnError notes by how much the result of a search differs from the evaluation.
func (s *search) learnError(eval, score Score, depth int) {
	p := s.walk.Position()
	turn := p.SideToMove()
	bonus := min(max(int(score-eval)*depth*4, -maxHistory/4), maxHistory/4)
	s.misjudged[turn][soldiersSlot(p)].learn(bonus)
	s.memory.material[turn][piecesSlot(p)].learn(bonus)
}

func soldiersSlot(p *janggi.Position) int { return int(p.Kind(janggi.Soldier).Hash() % misjudgedCount) }

func piecesSlot(p *janggi.Position) int {
	h := p.Kind(janggi.Chariot).Hash() + 3*p.Kind(janggi.Cannon).Hash() + 5*p.Kind(janggi.Horse).Hash()
	return int(scramble(h) % misjudgedCount)
}

// visit searches a position to a depth, and returns a score that is exact between alpha and beta and a bound beyond.
// cut says that the parent expects a score of at least beta.
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
		// Nothing is better than to mate with the next turn, or worse than to be mated.
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
	// A pass that would be the second in a row ends the game: whoever then wins should see it before any pruning.
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

// decided tells whether the game is won or lost by force.
func (s Score) decided() bool { return s.IsWon() || s.IsLost() }

// cuts tells whether a stored score is enough beside beta.
func cuts(b bound, score, beta Score) bool {
	return b == boundExact || b == boundLower && score >= beta || b == boundUpper && score < beta
}

// passWins tells whether a pass is legal that would be the second in a row and would win.
func (s *search) passWins() bool {
	if last, ok := s.walk.LastMove(); !ok || !last.IsPass() || !s.walk.MayPass() {
		return false
	}
	winner, decided := s.walk.Settled().Winner()
	return decided && winner == s.walk.Position().SideToMove()
}

// pruneWhole tries to do without searching the moves of a position that seems to be far above beta or below alpha.
func (s *search) pruneWhole(f *frame, eval, alpha, beta Score, depth, ply int, improving, cut bool) (Score, bool) {
	if depth <= 8 && !eval.decided() {
		margin := Score(60*depth) + 15
		if improving {
			margin -= 45
		}
		if eval-margin >= beta {
			return (eval + beta) / 2, true
		}
	}
	if depth <= 3 && eval+Score(120+140*depth*depth) < alpha {
		if score := s.quiesce(alpha, alpha+1, ply); score <= alpha {
			return score, true
		}
		f.lineLen = 0
	}
	// To give the turn away is hardly ever better than to use it, and in Janggi never worse than a legal
	// pass: if the score stays above beta, it will with a move.
	if depth >= 2 && ply >= s.skipTo && eval >= beta && f.eval+Score(12*depth) >= beta-20 && s.frames[ply-1].move != noMove {
		less := 4 + depth/4 + int(min((eval-beta)/120, 3))
		s.skip(f, ply)
		score := -s.visit(-beta, -beta+1, depth-less, ply+1, !cut)
		s.walk.Back()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			if score.decided() {
				score = beta
			}
			return score, true
		}
	}
	// A capture that is far above beta at a lower depth will be at this one.
	if raised := beta + 130; depth >= 5 && !raised.decided() {
		if score, pruned := s.pruneByCapture(f, raised, depth, ply, cut); pruned {
			return score, true
		}
	}
	return 0, false
}

// pruneByCapture looks for a capture that stays above a raised beta.
func (s *search) pruneByCapture(f *frame, raised Score, depth, ply int, cut bool) (Score, bool) {
	k := &f.picker
	k.start(noMove, [2]janggi.Move{}, true)
	k.threshold = max(raised-f.eval, 0)
	for {
		m := s.pick(k, f)
		if m == noMove {
			return 0, false
		}
		s.play(f, ply, m)
		score := -s.quiesce(-raised, -raised+1, ply+1)
		if score >= raised && !s.stopped {
			score = -s.visit(-raised, -raised+1, depth-4, ply+1, !cut)
		}
		s.walk.Back()
		if s.stopped {
			return 0, true
		}
		if score >= raised {
			return score, true
		}
	}
}
