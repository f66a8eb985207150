package play

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

// refusedAttempts limits how often a sender's commands are refused. Accepted ones
// cost nothing, and a turn is judged whatever was refused before it: a legal one by
// the side to move is never limited.
type refusedAttempts struct {
	limits rest.Limits
	c      echo.Context
	player string // of the sender
}

// tooMany is the problem of a sender with too many; nil before that.
func (r refusedAttempts) tooMany() error {
	return r.limits.Peek(r.c, limit.RefusedAttempts, rest.Sender(r.c, r.player))
}

// orTooMany is the problem of a refused request, or that there were too many.
func (r refusedAttempts) orTooMany(err error) error {
	if tooMany := r.tooMany(); tooMany != nil {
		return tooMany
	}
	return err
}

// count counts a refused request, and publishes how many are left. The server's own
// faults are no refusals.
func (r refusedAttempts) count(err error) error {
	if p, ok := errors.AsType[*rest.Problem](err); ok && p.Status >= http.StatusInternalServerError {
		return err
	}
	if tooMany := r.limits.Take(r.c, limit.RefusedAttempts, rest.Sender(r.c, r.player)); tooMany != nil {
		return tooMany
	}
	return err
}
