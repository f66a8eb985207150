package janggi

import (
	"slices"
	"testing"
)

// narrowRules are rules under which short games meet every end and every ban.
func narrowRules() []Rules {
	var all []Rules
	for _, preset := range Presets() {
		r := preset.Rules
		all = append(all, r)
		r.NoCaptureLimit, r.TurnLimit = 12, 60
		all = append(all, r)
		r.Repetition, r.Deom = RepetitionForbidden, 2
		all = append(all, r)
		r.Repetition, r.NoCaptureLimit = RepetitionLoses, 0
		all = append(all, r)
	}
	return all
}

// TestAWalkIsJudgedAsAGame plays random games, half of their turns back and
// forth so that positions recur, as games and as walks.
func TestAWalkIsJudgedAsAGame(t *testing.T) {
	rng := seededRand(11)
	ends := map[EndReason]int{}
	for round := range 12 {
		for _, rules := range narrowRules() {
			start := StartPosition(Setup(rng.IntN(4)), Setup(rng.IntN(4)))
			if round%2 == 0 {
				start = scatteredPosition(rng)
			}
			g := NewGame(rules, start)
			w := WalkFrom(g, 80)
			games := []Game{g}
			for range 80 {
				legal := g.LegalMoves()
				listed := w.AppendMovesTo(nil, fullBoard)
				if w.MayPass() {
					listed = append(listed, Pass)
				}
				if !slices.Equal(listed, legal) {
					t.Fatalf("%s: the walk lists %v, the game %v", g.position.FEN(), listed, legal)
				}
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				if n := g.Ply(); n >= 2 && rng.IntN(3) > 0 { // back where the piece came from
					last := g.history.turns[n-2].move
					if back := NewMove(last.To(), last.From()); !last.IsPass() && slices.Contains(legal, back) {
						m = back
					}
				}
				if !w.IsLegal(m) {
					t.Fatalf("%s: %s is not legal in the walk", g.position.FEN(), m)
				}
				g = g.After(m)
				w.Play(m)
				games = append(games, g)
				outcome, over := g.Outcome()
				reason, result, ended := w.Ended()
				if over && outcome.Reason != EndCheckmate && !ended || ended && !over {
					t.Fatalf("%s: the game ended: %v, the walk: %v", g.position.FEN(), over, ended)
				}
				if ended && (reason != outcome.Reason || result != outcome.Result) {
					t.Fatalf("%s: the walk ends by %s for %s, the game by %s for %s", g.position.FEN(), reason, result, outcome.Reason, outcome.Result)
				}
				if ended {
					ends[reason]++
				}
				if w.InCheck() != g.position.InCheck() || w.Occurrences() != g.Occurrences() {
					t.Fatalf("%s: check or occurrences differ", g.position.FEN())
				}
			}
			for n := len(games) - 1; n > 0; n-- {
				w.Back()
				if *w.Position() != games[n-1].position || w.Ply() != n-1 {
					t.Fatalf("back to %s, not %s", w.Position().FEN(), games[n-1].position.FEN())
				}
			}
		}
	}
	for _, reason := range []EndReason{EndBikjang, EndDoublePass, EndRepetition, EndPerpetualCheck, EndNoCaptureLimit, EndTurnLimit} {
		if ends[reason] == 0 {
			t.Errorf("no game ended by %s: the walk's judging of it was not tried", reason)
		}
	}
}

func TestASkippedTurnIsNoPassAndLetsNothingRecur(t *testing.T) {
	start := mustParse(t, "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1")
	w := WalkFrom(NewGame(Rules{}, start), 16)
	w.SkipTurn()
	w.Play(Pass)
	if _, _, ended := w.Ended(); ended {
		t.Error("a pass after a skipped turn ended the game")
	}
	if w.Occurrences() != 1 {
		t.Errorf("the start recurs across a skipped turn: %d", w.Occurrences())
	}
	w.Back()
	w.Back()
	if *w.Position() != start {
		t.Errorf("back at %s", w.Position().FEN())
	}
}

func TestAPositionRecursWithinTheWalkAlone(t *testing.T) {
	start := mustParse(t, "3k5/9/9/9/9/9/9/R8/9/5K3 w - - 0 1")
	g := NewGame(Rules{Deom: standardDeom}, start)
	cycle := []Move{mustMove(t, "a3b3"), mustMove(t, "d10d9"), mustMove(t, "b3a3"), mustMove(t, "d9d10")}
	w := WalkFrom(g, 16)
	for i, m := range cycle {
		if _, recurs := w.Recurs(); recurs {
			t.Fatalf("recurs before turn %d", i)
		}
		w.Play(m)
	}
	if result, recurs := w.Recurs(); !recurs || result != ChoWins {
		t.Errorf("the cycle: %v %v", result, recurs)
	}
	for _, m := range cycle {
		g = g.After(m)
	}
	if _, recurs := WalkFrom(g, 16).Recurs(); recurs {
		t.Error("what recurred before the walk counts")
	}
}

// TestAttackersAreThePiecesThatCouldCapture compares with each piece's own moves.
func TestAttackersAreThePiecesThatCouldCapture(t *testing.T) {
	rng := seededRand(12)
	for range 300 {
		p := scatteredPosition(rng)
		for point := range Point(PointCount) {
			var want Bitboard
			for rest := p.Occupied(); !rest.Empty(); {
				from := rest.Pop()
				lineAttacks := p.attacksFrom(from)
				if p.board[from].Kind() == Cannon {
					lineAttacks = lineAttacks.Without(p.kinds[Cannon])
				}
				if lineAttacks.Has(point) && from != point {
					want = want.Or(pointBitboards[from])
				}
			}
			got := p.Attackers(point, p.Occupied(), p.kinds[Cannon])
			if p.At(point) == NoPiece { // nothing is captured there, and cannons go where they could
				continue
			}
			if got != want {
				t.Fatalf("%s: %s is attacked by %v, not %v", p.FEN(), point, got, want)
			}
		}
		for _, m := range p.AppendMoves(nil, 0) {
			after := p
			after.Play(m)
			if got := p.GivesCheck(m); got != after.InCheck() {
				t.Fatalf("%s: %s gives check: %v", p.FEN(), m, got)
			}
		}
		points := p.CheckPoints(p.turn.Other())
		for _, m := range p.AppendMovesTo(nil, 0, p.Empty()) {
			after, kind := p, p.At(m.From()).Kind()
			after.Play(m)
			direct := false
			for _, at := range after.AppendCheckers(nil) {
				direct = direct || at == m.To()
			}
			if direct && !points[kind].Has(m.To()) && !p.sameLine(m) {
				t.Fatalf("%s: %s gives check", p.FEN(), m)
			}
		}
	}
}

// sameLine reports whether a move's origin is on its own path to the general.
func (p *Position) sameLine(m Move) bool {
	general := p.generals[p.turn.Other()]
	a := attackTables[general]
	return a.between[m.To()].Has(m.From())
}
