package analysis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
)

// Engine searches positions.
type Engine interface {
	// Analyze searches. Its errors are computer.ErrBusy and those of the context.
	Analyze(context.Context, engine.Request) (engine.Report, error)
}

// Scope is what a server analyzes.
type Scope string

// The scopes, each with what the ones before it allow.
const (
	Off      Scope = "off"
	Finished Scope = "finished" // games that are over
	On       Scope = "on"       // any position
)

// ParseScope reads a scope's name; "" is On.
func ParseScope(text string) (Scope, error) {
	switch s := Scope(text); s {
	case "":
		return On, nil
	case Off, Finished, On:
		return s, nil
	}
	return "", fmt.Errorf("must be off, finished or on, not %q", text)
}

// Handlers answer the calls that ask the engine.
type Handlers struct {
	Access *access.Access
	Limits rest.Limits
	Engine Engine // nil: none
	Scope  Scope
	Clock  func() time.Time
}

// available fails unless positions of any kind are analyzed here.
func (h *Handlers) available() error {
	switch {
	case h.Engine == nil:
		return rest.NewProblem(rest.CodeAnalysisUnavailable, "this server has no engine")
	case h.Scope != On:
		return rest.NewProblem(rest.CodeAnalysisUnavailable, "this server does not analyze positions")
	}
	return nil
}

// problemOf is an engine's error as a problem.
func problemOf(err error) error {
	if errors.Is(err, computer.ErrBusy) {
		return rest.NewProblem(rest.CodeOverloaded, "games go first, and leave the engine no time for another analysis")
	}
	return err
}
