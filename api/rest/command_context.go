package rest

import (
	"context"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// CommandTimeout bounds a command whatever the client does. The command goes on
// when the client hangs up, so that its outcome is logged here.
const CommandTimeout = 15 * time.Second

// CommandContext ends like a context of context.WithTimeout, but makes its timer
// only when somebody waits for the end. Hardly any command ever waits, and a timer
// takes as long as all the checks of a command.
type CommandContext struct {
	context.Context // has the values, and never ends
	deadline        time.Time

	mu     sync.Mutex
	timed  context.Context // nil while nobody waits; over after the end if nobody did
	cancel context.CancelFunc
}

// NewCommandContext begins a command; end must be called after it.
func NewCommandContext(c echo.Context) *CommandContext {
	return &CommandContext{
		Context:  context.WithoutCancel(c.Request().Context()),
		deadline: time.Now().Add(CommandTimeout),
	}
}

func (c *CommandContext) Deadline() (time.Time, bool) { return c.deadline, true }

func (c *CommandContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.cancel = context.WithDeadline(c.Context, c.deadline)
	}
	return c.timed.Done()
}

func (c *CommandContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.timed != nil:
		return c.timed.Err()
	case time.Until(c.deadline) <= 0:
		return context.DeadlineExceeded
	}
	return nil
}

// End stops the timer, if there is one, and ends all waits, later ones too.
func (c *CommandContext) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.cancel = over, func() {}
	}
	c.cancel()
}

// over is a context that has ended.
var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()
