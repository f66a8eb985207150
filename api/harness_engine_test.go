package api

import (
	"context"

	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
)

// searching is an engine that waits for no worker.
type searching struct{}

func (searching) Analyze(ctx context.Context, q engine.Request) (engine.Report, error) {
	q.Limits.Stop = func() bool { return ctx.Err() != nil }
	return engine.New(computer.AnalysisTableBytes).Search(q), ctx.Err()
}

// engineFunc is an engine that answers as a test wants.
type engineFunc func(context.Context, engine.Request) (engine.Report, error)

func (f engineFunc) Analyze(ctx context.Context, q engine.Request) (engine.Report, error) {
	return f(ctx, q)
}
