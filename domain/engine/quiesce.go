package engine

import "github.com/janggid/janggid/domain/janggi"

// quiesce searches on until the position is quiet: captures that do not lose
// material, every turn when in check, and a pass that wins the game.
func (s *search) quiesce(alpha, beta Score, ply int) Score {
	f := &s.frames[ply]
	f.lineLen = 0
	if s.count() {
		return 0
	}
	s.deepest = max(s.deepest, ply)
	if ply > 0 {
		if score, over := s.over(ply); over {
			return score
		}
	}
	if ply >= maxPly {
		return s.estimate(f)
	}
	pv := beta-alpha > 1
	key := contextKey(s.walk)
	entry, found := s.table.probe(key)
	tableMove := noMove
	if found {
		tableMove = entry.move
		score := fromTable(Score(entry.score), ply)
		if !pv && cuts(entry.bound(), score, beta) {
			return score
		}
		if tableMove != noMove && !s.walk.IsLegal(tableMove) {
			tableMove = noMove
		}
	}
	inCheck := s.walk.InCheck()
	best, raw, before := -infinite, noEval, alpha
	f.eval = noEval
	if !inCheck {
		if s.passWins() {
			s.play(f, ply, janggi.Pass)
			score, over := s.over(ply + 1)
			s.walk.Back()
			if over && -score >= beta {
				return -score
			}
		}
		if found && entry.eval != int16(noEval) {
			raw = Score(entry.eval)
		} else {
			raw = s.estimate(f)
		}
		f.eval = s.corrected(raw)
		best = f.eval
		if found {
			score := fromTable(Score(entry.score), ply)
			b := entry.bound()
			if !score.decided() && (b == boundExact || b == boundLower && score > best || b == boundUpper && score < best) {
				best = score
			}
		}
		if best >= beta {
			if !found {
				s.table.store(entry, key, noMove, toTable(best, ply), raw, 0, boundLower, false)
			}
			return best
		}
		alpha = max(alpha, best)
		if tableMove != noMove && s.isQuiet(tableMove) {
			tableMove = noMove
		}
	}
	k := &f.picker
	k.start(tableMove, [2]janggi.Move{}, !inCheck)
	p := s.walk.Position()
	bestMove, tried := noMove, 0
	reach := f.eval + 140
	for {
		m := s.pick(k, f)
		if m == noMove {
			break
		}
		if s.lapses != nil && !inCheck && s.lapses.overlooks(p, m) {
			continue
		}
		tried++
		if !best.IsLost() {
			if inCheck {
				if tried > 3 && s.isQuiet(m) {
					continue
				}
			} else if victim := p.At(m.To()).Kind(); reach+exchangeValues[victim] <= alpha {
				best = max(best, reach+exchangeValues[victim])
				continue
			}
		}
		s.play(f, ply, m)
		score := -s.quiesce(-beta, -alpha, ply+1)
		s.walk.Back()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pv {
					f.setLine(m, &s.frames[ply+1])
				}
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	if inCheck && tried == 0 {
		return mated + Score(ply)
	}
	b := boundUpper
	switch {
	case best >= beta:
		b = boundLower
	case best > before && pv:
		b = boundExact
	}
	s.table.store(entry, key, bestMove, toTable(best, ply), raw, 0, b, false)
	return best
}
