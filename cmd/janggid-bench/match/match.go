package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/janggid/janggid/domain/janggi"
)

// Match is what to play.
type Match struct {
	A, B       func() (Player, error) // start a player; each game under way has two of its own
	Rules      janggi.Rules
	Starts     []Start
	Games      int // at most two for each start
	Concurrent int
	Results    string // a file; empty for none
	SPRT       *SPRT  // ends the match when decided; nil for none
	Decisive   int    // a game is over when both players' scores say so for six turns; 0 for never
	Out        io.Writer
}

// Play plays what the file of results lacks, and returns the tally of all
// games.
func (m Match) Play(ctx context.Context) (Tally, error) {
	if most := 2 * len(m.Starts); m.Games > most {
		return Tally{}, fmt.Errorf("there are starts for %d games, not for %d", most, m.Games)
	}
	t := &table{match: m, results: map[key]Result{}}
	if m.Results != "" {
		var err error
		if t.results, err = readResults(m.Results); err != nil {
			return Tally{}, err
		}
		if t.file, err = os.OpenFile(m.Results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
			return Tally{}, err
		}
		defer t.file.Close()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t.cancel = cancel
	var workers sync.WaitGroup
	pairs := make(chan int)
	failures := make([]error, m.Concurrent)
	for i := range m.Concurrent {
		workers.Go(func() {
			if failures[i] = t.work(ctx, pairs); failures[i] != nil {
				cancel()
			}
		})
	}
	for start := range (m.Games + 1) / 2 {
		if ctx.Err() != nil {
			break
		}
		select {
		case pairs <- start:
		case <-ctx.Done():
		}
	}
	close(pairs)
	workers.Wait()
	return tally(t.results), errors.Join(failures...)
}

// table is where a match is played.
type table struct {
	match   Match
	cancel  context.CancelFunc
	mutex   sync.Mutex
	results map[key]Result
	file    *os.File
}

// work plays pairs with a pair of players of its own.
func (t *table) work(ctx context.Context, pairs <-chan int) (err error) {
	a, err := t.match.A()
	if err != nil {
		return fmt.Errorf("A: %w", err)
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	b, err := t.match.B()
	if err != nil {
		return fmt.Errorf("B: %w", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for start := range pairs {
		for _, aIsCho := range [2]bool{true, false} {
			if ctx.Err() != nil || t.has(key{start, aIsCho}) || 2*start+b2i(!aIsCho) >= t.match.Games {
				continue
			}
			r, err := t.match.game(ctx, start, aIsCho, a, b)
			if errors.Is(err, context.Canceled) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("start %d: %w", start, err)
			}
			if err := t.keep(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *table) has(k key) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	_, ok := t.results[k]
	return ok
}

// keep writes a result down, says how the match stands, and ends it when the
// test is decided.
func (t *table) keep(r Result) error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.results[key{r.Start, r.AIsCho}] = r
	if t.file != nil {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if _, err := t.file.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	total := tally(t.results)
	if n := total.pairCount(); n > 0 && r.AIsCho == false {
		fmt.Fprintln(t.match.Out, total.Line(t.match.SPRT))
	}
	if t.match.SPRT != nil {
		if _, over := t.match.SPRT.decided(total); over {
			t.cancel()
		}
	}
	return nil
}

// Line is how a match stands, in one line.
func (t Tally) Line(s *SPRT) string {
	elo, low, high := t.Elo()
	text := fmt.Sprintf("%d games, +%d =%d -%d, pairs %v, Elo %+.0f [%+.0f, %+.0f]",
		t.Wins+t.Draws+t.Losses, t.Wins, t.Draws, t.Losses, t.Pairs, elo, low, high)
	if s != nil {
		verdict, _ := s.decided(t)
		text += fmt.Sprintf(", SPRT %+.2f of ±%.2f %s", s.ratio(t), sprtBound, verdict)
	}
	return text
}

// game plays one game.
func (m Match) game(ctx context.Context, start int, aIsCho bool, a, b Player) (Result, error) {
	r := Result{Start: start, AIsCho: aIsCho}
	g, err := m.Starts[start].game(m.Rules)
	if err != nil {
		return r, err
	}
	players := [2]Player{a, b} // by side
	seat := [2]int{0, 1}       // 0 for A, by side
	if !aIsCho {
		players, seat = [2]Player{b, a}, [2]int{1, 0}
	}
	for side, p := range players {
		if err := p.NewGame(uint64(start)<<2 | uint64(b2i(aIsCho))<<1 | uint64(side)); err != nil {
			return r, err
		}
	}
	agreed := 0 // turns in a row whose scores say that Cho wins, negative for Han
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if o, over := g.Outcome(); over {
			r.finish(g, o.Reason.String(), o.Result)
			return r, nil
		}
		side := g.SideToMove()
		c, err := players[side].Move(g)
		if err != nil {
			return r, err
		}
		r.Nodes[seat[side]] += c.Nodes
		r.Millis[seat[side]] += c.Spent.Milliseconds()
		if err := g.Validate(c.Move); err != nil {
			r.finish(g, "illegal "+c.Move.String(), janggi.WinFor(side.Other()))
			return r, nil
		}
		g = g.After(c.Move)
		agreed = m.agreement(agreed, side, c)
		if agreed >= 6 || agreed <= -6 {
			winner := janggi.Cho
			if agreed < 0 {
				winner = janggi.Han
			}
			r.finish(g, "agreed", janggi.WinFor(winner))
			return r, nil
		}
	}
}

// agreement counts the turns in a row whose players see the same side far
// ahead.
func (m Match) agreement(agreed int, side janggi.Side, c Choice) int {
	score := c.Score
	if side == janggi.Han {
		score = -score
	}
	switch {
	case m.Decisive == 0 || !c.Known:
		return 0
	case score >= m.Decisive:
		return max(agreed, 0) + 1
	case score <= -m.Decisive:
		return min(agreed, 0) - 1
	}
	return 0
}

func (r *Result) finish(g janggi.Game, reason string, result janggi.Result) {
	r.Reason, r.Turns, r.Score = reason, g.Ply(), 0.5
	if winner, decided := result.Winner(); decided {
		r.Score = float64(b2i((winner == janggi.Cho) == r.AIsCho))
	}
	moves := make([]string, 0, g.Ply())
	for _, m := range g.Moves() {
		moves = append(moves, m.String())
	}
	r.Moves = strings.Join(moves, " ")
}
