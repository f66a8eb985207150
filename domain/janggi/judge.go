package janggi

import "slices"

// Outcome judges the game after its latest turn. The first that applies
// decides: checkmate, bikjang, perpetual check, repetition, two passes in a
// row, the no-capture limit, the turn limit. Before the first turn only
// checkmate can apply. While the game continues, Outcome returns false and
// allocates nothing.
func (g *Game) Outcome() (Outcome, bool) {
	reason, result, over := g.judge()
	if !over {
		return Outcome{}, false
	}
	o := g.Ended(reason, result)
	if reason == EndRepetition || reason == EndPerpetualCheck {
		o = g.withEvidence(o)
	}
	return o, true
}

// judge is Outcome without points and evidence.
func (g *Game) judge() (reason EndReason, result Result, over bool) {
	if g.isCheckmate() {
		return EndCheckmate, WinFor(g.SideToMove().Other()), true
	}
	if g.Ply() == 0 {
		return 0, ResultNone, false
	}
	if g.isBikjang() {
		return EndBikjang, g.result(), true
	}
	if g.Occurrences() >= 3 {
		if reason, result, over = g.judgeRepetition(); over {
			return reason, result, true
		}
	}
	switch {
	case g.isDoublePass():
		return EndDoublePass, g.result(), true
	case g.reachedNoCaptureLimit():
		return EndNoCaptureLimit, g.result(), true
	case g.reachedTurnLimit():
		return EndTurnLimit, g.result(), true
	}
	return 0, ResultNone, false
}

// Scored returns the outcome when the current position is scored: by points, or
// a draw if the rules say so. Equal points, possible with a whole deom, are a
// draw.
func (g *Game) Scored(reason EndReason) Outcome { return g.Ended(reason, g.result()) }

// result returns the winner when the current position is scored.
func (g *Game) result() Result {
	points := g.Points()
	switch {
	case g.origin.rules.Scoring == ScoringDraw || points[Cho] == points[Han]:
		return Draw
	case points[Cho] > points[Han]:
		return ChoWins
	}
	return HanWins
}

// Ended returns the outcome for a given result, with the current points. An
// aborted game has no points.
func (g *Game) Ended(reason EndReason, result Result) Outcome {
	if reason == EndAborted {
		return Outcome{Reason: reason, Result: result}
	}
	points := g.Points()
	return Outcome{Reason: reason, Result: result, Points: &points}
}

// isBikjang reports whether the latest turn ended the game by bikjang: any turn
// that leaves the generals facing under score, an accepting pass under answer.
func (g *Game) isBikjang() bool {
	last := g.history.turns[g.Ply()-1]
	if !last.leavesFaced || !g.bikjangCounts(&g.position) {
		return false
	}
	switch g.origin.rules.Bikjang {
	case BikjangScore:
		return true
	case BikjangAnswer:
		return last.move.IsPass()
	}
	return false
}

// judgeRepetition judges a third or later occurrence of the current position.
func (g *Game) judgeRepetition() (reason EndReason, result Result, over bool) {
	if g.origin.rules.PerpetualCheck == PerpetualLoses {
		if checker, ok := g.perpetualChecker(g.previous(g.previous(g.Ply()))); ok {
			return EndPerpetualCheck, WinFor(checker.Other()), true
		}
	}
	switch g.repetition() {
	case RepetitionEnds:
		return EndRepetition, g.result(), true
	case RepetitionLoses:
		return EndRepetition, WinFor(g.SideToMove()), true
	}
	return 0, ResultNone, false
}

// perpetualChecker returns the side that gave check with every turn after the
// ply since, the first of the latest three occurrences of the current position.
// It returns false if neither or both sides did.
func (g *Game) perpetualChecker(since int) (Side, bool) {
	onlyChecks := [2]bool{true, true}
	for ply := g.Ply(); ply > since; ply-- {
		if !g.history.turns[ply-1].givesCheck {
			onlyChecks[g.moverOf(ply)] = false
		}
	}
	switch onlyChecks {
	case [2]bool{Cho: true}:
		return Cho, true
	case [2]bool{Han: true}:
		return Han, true
	}
	return Cho, false
}

// withEvidence adds every ply at which the current position occurred.
func (g *Game) withEvidence(o Outcome) Outcome {
	for ply := g.Ply(); ply >= 0; ply = g.previous(ply) {
		o.Evidence = append(o.Evidence, ply)
	}
	slices.Reverse(o.Evidence)
	return o
}

func (g *Game) isDoublePass() bool {
	turns := g.history.turns
	return g.origin.rules.DoublePass == DoublePassEnds && len(turns) >= 2 && turns[len(turns)-1].move.IsPass() && turns[len(turns)-2].move.IsPass()
}

func (g *Game) reachedNoCaptureLimit() bool {
	limit := int(g.origin.rules.NoCaptureLimit)
	return limit != 0 && g.position.TurnsSinceCapture() >= limit
}

func (g *Game) reachedTurnLimit() bool {
	limit := int(g.origin.rules.TurnLimit)
	if limit == 0 {
		limit = TechnicalTurnCap
	}
	return g.Ply() >= limit
}
