package computer

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/rescue"
)

func newGame() janggi.Game {
	return janggi.NewGame(janggi.Rules{}, janggi.StartPosition(janggi.HEEH, janggi.EHHE))
}

func TestAnAnalysisDependsOnItsRequestAlone(t *testing.T) {
	n := newNode(t, nil, Options{Workers: 1})
	n.run()
	analyze := func(nodes int64, lines int) engine.Report {
		report, err := n.runner.Analyze(t.Context(), engine.Request{Game: newGame(), Limits: engine.Limits{Nodes: nodes}, Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	first := analyze(6000, 3)
	if len(first.Lines) != 3 || first.Nodes != 6000 {
		t.Errorf("%d lines, %d nodes", len(first.Lines), first.Nodes)
	}
	analyze(3000, 1)
	again := analyze(6000, 3)
	for i, line := range again.Lines {
		if line.Score != first.Lines[i].Score || line.Moves[0] != first.Lines[i].Moves[0] {
			t.Errorf("line %d is %v, was %v", i, line, first.Lines[i])
		}
	}
	if stats := n.runner.AnalysisStats(); stats.Finished != 3 || stats.Nodes != 15_000 || stats.Running != 0 {
		t.Errorf("%+v", stats)
	}
}

// The only worker analyzes without an end; a computer answers nevertheless.
func TestGamesGoBeforeAnalyses(t *testing.T) {
	n := newNode(t, nil, Options{Workers: 1})
	n.run()
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		_, err := n.runner.Analyze(ctx, engine.Request{
			Game: newGame(), Limits: engine.Limits{Nodes: math.MaxInt64},
			OnDepth: func(engine.Report) bool {
				select {
				case begun <- struct{}{}:
				default:
				}
				return true
			},
		})
		ended <- err
	}()
	<-begun
	g := n.create(against(2, startingAt("4k4/9/9/9/9/9/4P4/9/9/R3K4 b - - 0 1")))
	n.until(g.ID, "the computer's turn", atPly(1))
	if stats := n.runner.AnalysisStats(); stats.Running != 1 {
		t.Errorf("%+v", stats)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the analysis ended with %v", err)
	}
}

func TestAnalysesAreRefusedWhereGamesAskForEverything(t *testing.T) {
	n := newNode(t, nil, Options{Workers: 1, NodesPerSecond: 1, Pause: time.Second})
	n.create(against(10))
	_, err := n.runner.Analyze(t.Context(), engine.Request{Game: newGame(), Limits: engine.Limits{Nodes: 100}})
	if !errors.Is(err, ErrBusy) {
		t.Errorf("the analysis ended with %v", err)
	}
	if stats := n.runner.AnalysisStats(); stats.Refused != 1 || stats.Waiting != 0 {
		t.Errorf("%+v", stats)
	}
	if stats := n.runner.Stats(); stats.Games != 1 || stats.Demand <= stats.Capacity || stats.Capacity != 1 {
		t.Errorf("%+v", stats)
	}
}

// People choose what is searched: what makes a search panic must not end the node.
func TestAnAnalysisThatPanicsEndsAlone(t *testing.T) {
	n := newNode(t, nil, Options{Workers: 1})
	n.run()
	_, err := n.runner.Analyze(t.Context(), engine.Request{
		Game: newGame(), Limits: engine.Limits{Nodes: 5000},
		OnDepth: func(engine.Report) bool { panic("no such square") },
	})
	if p, panicked := errors.AsType[*rescue.PanicError](err); !panicked || p.Value != "no such square" {
		t.Errorf("the analysis ended with %v", err)
	}
	if _, err := n.runner.Analyze(t.Context(), engine.Request{Game: newGame(), Limits: engine.Limits{Nodes: 500}}); err != nil {
		t.Errorf("the next one ended with %v", err)
	}
	if stats := n.runner.AnalysisStats(); stats.Finished != 1 || stats.Running != 0 {
		t.Errorf("%+v", stats)
	}
}

func TestAnAnalysisEndsWithTheNode(t *testing.T) {
	n := newNode(t, nil, Options{Workers: 1})
	stop := n.run()
	begun, ended := make(chan struct{}, 100), make(chan error, 1)
	go func() {
		_, err := n.runner.Analyze(t.Context(), engine.Request{
			Game: newGame(), Limits: engine.Limits{Nodes: math.MaxInt64},
			OnDepth: func(engine.Report) bool { begun <- struct{}{}; return true },
		})
		ended <- err
	}()
	<-begun
	stop()
	if err := <-ended; !errors.Is(err, ErrBusy) {
		t.Errorf("the analysis ended with %v", err)
	}
}
