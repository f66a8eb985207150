package uci

import (
	"fmt"
	"strings"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// search obeys "go ..." in the background.
func (s *Session) search(words []string) error {
	order, err := parseOrder(words)
	if err != nil {
		return err
	}
	begin := time.Now()
	if len(s.game.LegalMoves()) == 0 {
		s.say("bestmove (none)")
		return nil
	}
	halt := make(chan struct{})
	s.halt = halt
	clock := order.clock(s.game.SideToMove(), s.options.overhead)
	e, g, lines := s.ready(), s.game, s.options.lines
	s.searching.Go(func() {
		report := e.Search(engine.Request{
			Game:  g,
			Lines: lines,
			Limits: engine.Limits{
				Nodes: order.nodes,
				Depth: order.depth,
				Stop:  func() bool { return halted(halt) || clock.mustStop(time.Since(begin)) },
			},
			OnDepth: func(r engine.Report) bool {
				s.inform(g, r, time.Since(begin))
				return clock.goesOn(r, time.Since(begin))
			},
		})
		if order.infinite { // the answer waits for stop
			<-halt
		}
		s.inform(g, report, time.Since(begin))
		s.say("bestmove %s", FormatMove(g.Position(), report.Lines[0].Moves[0]))
	})
	return nil
}

func halted(halt <-chan struct{}) bool {
	select {
	case <-halt:
		return true
	default:
		return false
	}
}

// inform prints the results so far.
func (s *Session) inform(g janggi.Game, r engine.Report, elapsed time.Duration) {
	rate := int64(float64(r.Nodes) / max(elapsed.Seconds(), 1e-6))
	for i, line := range r.Lines {
		s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv %s",
			r.Depth, r.Deepest, i+1, scoreText(line.Score), r.Nodes, rate, r.Full, elapsed.Milliseconds(), lineText(g, line.Moves))
	}
}

// scoreText writes a mate as its number of moves, and everything else in
// hundredths of a soldier.
func scoreText(score engine.Score) string {
	switch turns := score.Turns(); {
	case score.IsMate() && score.IsWon():
		return fmt.Sprintf("mate %d", (turns+1)/2)
	case score.IsMate():
		return fmt.Sprintf("mate %d", -turns/2)
	}
	return fmt.Sprintf("cp %d", score)
}

func lineText(g janggi.Game, moves []janggi.Move) string {
	p := *g.Position()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = FormatMove(&p, m)
		p.Play(m)
	}
	return strings.Join(texts, " ")
}
