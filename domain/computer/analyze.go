package computer

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/rescue"
)

// ErrBusy says that the workers have no time for an analysis: games go first.
var ErrBusy = errors.New("computer: no worker is free for an analysis")

const (
	// AnalysisTableBytes is the size of the table of every analysis, so that its
	// result depends on its request alone.
	AnalysisTableBytes = 1 << 24

	// analysisWait is how long an analysis waits for a worker.
	analysisWait = 5 * time.Second

	// waitingAnalyses is how many analyses may wait, for each worker.
	waitingAnalyses = 8
)

// analysis is a search for a person, not for a computer at a board.
type analysis struct {
	ctx     context.Context
	request engine.Request
	report  engine.Report
	err     error
	done    chan struct{} // closed when report and err are set
}

// analyses are those of a runner.
type analyses struct {
	offered  chan *analysis
	waiting  atomic.Int64
	running  atomic.Int64
	finished atomic.Int64
	refused  atomic.Int64
	nodes    atomic.Int64
}

// AnalysisStats count analyses since the start, and those of now.
type AnalysisStats struct {
	Waiting, Running         int64
	Finished, Refused, Nodes int64
}

// AnalysisStats tells how many analyses there are and were.
func (r *Runner) AnalysisStats() AnalysisStats {
	a := &r.analyses
	return AnalysisStats{a.waiting.Load(), a.running.Load(), a.finished.Load(), a.refused.Load(), a.nodes.Load()}
}

// Analyze searches without any lapse, on one of the workers that play. It waits
// some seconds for one. A worker that analyzes still answers for computers when
// they are due. OnDepth is called on the worker and must not block; the
// request's own stop function is not asked.
//
// Errors: [ErrBusy] if no worker is free in time or games ask for all of them,
// ctx's, and a [rescue.PanicError] where the search panicked.
func (r *Runner) Analyze(ctx context.Context, q engine.Request) (engine.Report, error) {
	a := &analysis{ctx: ctx, request: q, done: make(chan struct{})}
	if err := r.offer(a); err != nil {
		if errors.Is(err, ErrBusy) {
			r.analyses.refused.Add(1)
		}
		return engine.Report{}, err
	}
	<-a.done
	return a.report, a.err
}

// offer hands an analysis to a worker.
func (r *Runner) offer(a *analysis) error {
	waiting := r.analyses.waiting.Add(1)
	defer r.analyses.waiting.Add(-1)
	if waiting > int64(waitingAnalyses*r.options.Workers) || !r.load.admits(nil, r.options.Now()) {
		return ErrBusy
	}
	timer := time.NewTimer(analysisWait)
	defer timer.Stop()
	select {
	case r.analyses.offered <- a:
		return nil
	case <-a.ctx.Done():
		return a.ctx.Err()
	case <-timer.C:
		return ErrBusy
	}
}

// analyze carries out an analysis. Between two looks at positions it answers
// for computers, with another engine.
func (w *worker) analyze(ctx context.Context, a *analysis, work <-chan *job) {
	defer close(a.done)
	w.r.analyses.running.Add(1)
	defer w.r.analyses.running.Add(-1)
	if w.analyst == nil {
		w.analyst = engine.New(AnalysisTableBytes)
	}
	w.analyst.Reset()
	a.request.Limits.Stop = func() bool {
		runtime.Gosched()
		w.playDue(ctx, work)
		return a.ctx.Err() != nil || ctx.Err() != nil
	}
	failed := rescue.Call(func() error {
		a.report = w.analyst.Search(a.request)
		return nil
	})
	w.r.analyses.nodes.Add(a.report.Nodes)
	switch {
	case failed != nil:
		w.r.options.Log.Error("an analysis failed", "error", failed)
		w.analyst, a.err = nil, failed // the engine may be left in any state
	case a.ctx.Err() != nil:
		a.err = a.ctx.Err()
	case ctx.Err() != nil:
		a.err = ErrBusy // the node stops; another has time
	default:
		w.r.analyses.finished.Add(1)
	}
}

// playDue answers for computers until none is due.
func (w *worker) playDue(ctx context.Context, work <-chan *job) {
	for {
		select {
		case j := <-work:
			if w.r.begin(j) {
				w.do(ctx, j)
			}
		default:
			return
		}
	}
}
