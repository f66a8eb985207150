package computer

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

// retryAfter is after how long a game is answered that could not be: its store
// was away.
const retryAfter = time.Second

// worker answers for computers, one game after the other, and analyzes while none
// is due.
type worker struct {
	r       *Runner
	engine  *engine.Engine
	analyst *engine.Engine // nil until the first analysis
}

func newWorker(r *Runner) *worker { return &worker{r: r, engine: engine.New(engine.PlayTableBytes)} }

func (w *worker) run(ctx context.Context, work <-chan *job) {
	for {
		select {
		case j := <-work:
			if w.r.begin(j) {
				w.do(ctx, j)
			}
		case a := <-w.r.analyses.offered:
			w.analyze(ctx, a, work)
		case <-ctx.Done():
			return
		}
	}
}

// do answers a job, unless its game went on meanwhile.
func (w *worker) do(ctx context.Context, j *job) {
	load := w.r.journal.Load
	if j.anew {
		load = w.r.journal.Refresh
	}
	g, err := load(ctx, j.game)
	switch {
	case err == nil && g.Revision < j.revision:
		w.r.again(j, retryAfter) // read from a part of the store that is behind
		return
	case err == nil && g.Revision > j.revision:
		w.r.end(j)
		w.r.consider(g, false)
		return
	case err == nil:
		var command game.Command
		var computer string
		if command, computer = w.answer(ctx, g); command == nil || ctx.Err() != nil {
			w.r.end(j)
			return
		}
		err = w.send(ctx, g, command, computer)
	}
	switch {
	case err == nil, ctx.Err() != nil:
		w.r.end(j)
	case errors.Is(err, journal.ErrNotFound), errors.Is(err, journal.ErrDamaged):
		w.r.options.Log.Error("a computer cannot play", "game", j.game, "error", err)
		w.r.gone(j.game)
	default:
		w.r.options.Log.Warn("a computer's answer was not stored", "game", j.game, "error", err, "again_in", retryAfter)
		w.r.again(j, retryAfter)
	}
}

// send carries an answer out on the very revision that it is meant for.
func (w *worker) send(ctx context.Context, g *journal.Game, c game.Command, computer string) error {
	result, err := w.r.journal.Execute(ctx, g.ID, journal.Request{
		Command: c, At: game.InstantOf(w.r.options.Now()), Actor: computer, IfRevision: []uint64{g.Revision}, Game: g,
	})
	stale := errors.Is(err, journal.ErrStale) || errors.Is(err, journal.ErrConflict)
	switch {
	case stale && result.Game == nil:
		return nil // others are at it
	case stale:
		w.r.consider(result.Game, false)
		return nil
	case err != nil:
		return err
	case result.Refusal != nil && result.Game.Revision == g.Revision:
		w.r.options.Log.Error("a computer's answer was refused", "game", g.ID, "revision", g.Revision, "error", result.Refusal)
	}
	return nil
}

// answer is what a computer says to a game as it stands; nil for nothing.
func (w *worker) answer(ctx context.Context, g *journal.Game) (c game.Command, computer string) {
	s := &g.State
	if side, asked := drawOffered(s); asked {
		return w.answerDraw(ctx, s, side), s.Seats[side].ID
	}
	side, asked := toAct(s)
	if !asked {
		return nil, ""
	}
	computer = s.Seats[side].ID
	if s.Status == game.Setup {
		return game.ChooseSetup{Player: computer, Side: &side, Setup: setup(s, side), Engine: engine.Version}, computer
	}
	return w.turn(ctx, s, side), computer
}

// setup is the setup that a computer chooses.
func setup(s *game.State, side janggi.Side) janggi.Setup {
	if side == janggi.Han {
		return engine.HanSetup(uint64(s.Seed()))
	}
	return engine.ChoSetup(s.Setups[janggi.Han].Setup, uint64(s.Seed()))
}

// search plays for a side, which may be the one that waits, and says how many
// nodes it took.
func (w *worker) search(ctx context.Context, s *game.State, side janggi.Side) engine.Report {
	strength := engine.Strength(s.Seats[side].Strength())
	begun := w.r.options.Now()
	limits := w.limits(ctx, s, begun)
	limits.Nodes = max(1, int64(float64(strength.Nodes())*w.r.load.share(begun)))
	if hurry(s, begun) {
		limits.Nodes = min(limits.Nodes, hurriedNodes)
	}
	report := w.engine.Play(s.Game, strength, uint64(s.Seed()), limits)
	w.r.load.searched(report.Nodes, w.r.options.Now().Sub(begun))
	return report
}

const (
	// longestThought bounds what a search takes where nothing else does.
	longestThought = 2 * time.Second

	// hurried is how little of its clock makes a computer hurry.
	hurried = 100 * time.Millisecond

	hurriedNodes = 200
)

// limits stop a search in time for the side's clock and when ctx ends. They let
// others run now and then, so that people do not wait for computers.
func (w *worker) limits(ctx context.Context, s *game.State, now time.Time) engine.Limits {
	until := now.Add(longestThought)
	if deadline, limited := s.Deadline(); limited {
		until = earlier(until, now.Add(affordable(s, deadline.Time().Sub(now))))
	}
	return engine.Limits{Stop: func() bool {
		runtime.Gosched()
		return ctx.Err() != nil || w.r.options.Now().After(until)
	}}
}

// hurry reports whether a clock is about to run out.
func hurry(s *game.State, now time.Time) bool {
	deadline, limited := s.Deadline()
	return limited && deadline.Time().Sub(now) < hurried
}
