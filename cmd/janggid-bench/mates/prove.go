package mates

import "github.com/janggid/janggid/domain/janggi"

// Longest is the most turns of the winner that are looked ahead.
const Longest = 5

// exhaustive is the most turns of the winner for which turns other than checks
// are tried too.
const exhaustive = 2

// prover looks for mates under rules that know no bikjang, repetition or limit.
type prover struct {
	known map[question]bool
	steps int // positions that may still be looked at
}

// question is whether the side to move mates in so many turns of its own.
type question struct {
	position janggi.Position
	turns    int
}

// maxSteps bounds the positions looked at to answer for one position: beyond,
// it is left aside.
const maxSteps = 400_000

// Prove returns the least number of turns in which the side to move is proved
// to mate; false when none is found.
func Prove(p janggi.Position) (turns int, ok bool) {
	v := prover{known: map[question]bool{}, steps: maxSteps}
	for turns := 1; turns <= Longest; turns++ {
		if v.mates(p, turns) {
			return turns, v.steps > 0
		}
	}
	return 0, false
}

// mates reports whether the side to move mates in at most so many turns of its
// own.
func (v *prover) mates(p janggi.Position, turns int) bool {
	q := question{p, turns}
	if answer, ok := v.known[q]; ok {
		return answer
	}
	v.steps--
	if v.steps <= 0 {
		return false
	}
	found := false
	moves := p.AppendMoves(nil, 0)
	if turns > 1 && turns <= exhaustive && !p.InCheck() {
		moves = append(moves, janggi.Pass)
	}
	for _, m := range moves {
		next := p
		next.Play(m)
		if !next.InCheck() && (turns == 1 || turns > exhaustive) {
			continue
		}
		if v.mated(next, turns-1) {
			found = true
			break
		}
	}
	v.known[q] = found
	return found
}

// mated reports whether the side to move is mated at once, or whatever it does,
// in so many turns of the other side.
func (v *prover) mated(p janggi.Position, turns int) bool {
	replies := p.AppendMoves(nil, 0)
	checked := p.InCheck()
	if len(replies) == 0 && checked {
		return true
	}
	if turns == 0 {
		return false
	}
	if !checked {
		replies = append(replies, janggi.Pass)
	}
	for _, m := range replies {
		next := p
		next.Play(m)
		if !v.mates(next, turns) {
			return false
		}
	}
	return true
}
