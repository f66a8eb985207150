package api

import (
	"context"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// commandTimeout bounds a command whatever the client does. It goes on when the
// client hangs up, so that what became of it is known here.
const commandTimeout = 15 * time.Second

// commandContext ends as a context of context.WithTimeout does, but has a timer
// only once somebody waits for that. Hardly any command ever waits, and a timer
// takes as long as all its checks.
type commandContext struct {
	context.Context // has the values, and never ends
	deadline        time.Time

	mu     sync.Mutex
	timed  context.Context // nil while nobody waits; over after the end if nobody did
	cancel context.CancelFunc
}

// forCommand begins a command; end must be called after it.
func forCommand(c echo.Context) *commandContext {
	return &commandContext{
		Context:  context.WithoutCancel(c.Request().Context()),
		deadline: time.Now().Add(commandTimeout),
	}
}

func (c *commandContext) Deadline() (time.Time, bool) { return c.deadline, true }

func (c *commandContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.cancel = context.WithDeadline(c.Context, c.deadline)
	}
	return c.timed.Done()
}

func (c *commandContext) Err() error {
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

// end stops the timer, if there is one, and whoever still waits, and is the end also
// for who asks later.
func (c *commandContext) end() {
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
