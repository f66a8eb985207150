package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
)

// refusals are how often somebody's commands were refused. What is accepted
// costs nothing, and a turn is judged whatever was refused before it: a legal
// one by the side to move is never limited.
type refusals struct {
	s      *Server
	c      echo.Context
	sender string
	limit  limit.Decision // as it was before the command
}

func (s *Server) refusals(c echo.Context, identity auth.Identity) refusals {
	sender := sender(c, identity)
	return refusals{s, c, sender, s.limits.Peek(limit.RefusedAttempts, sender)}
}

// tooMany is the problem that there were too many; nil while there were not.
func (r refusals) tooMany() error {
	if r.limit.Allowed {
		return nil
	}
	return rateProblem(r.c, r.limit)
}

// instead is the problem that a refused request is answered with: that there
// were too many, where there were.
func (r refusals) instead(err error) error {
	if tooMany := r.tooMany(); tooMany != nil {
		return tooMany
	}
	return err
}

// charge counts a refused request and tells what is left. What went wrong here
// is no refusal.
func (r refusals) charge(err error) error {
	if p, ok := errors.AsType[*Problem](err); ok && p.Status >= http.StatusInternalServerError {
		return err
	}
	if tooMany := r.s.take(r.c, limit.RefusedAttempts, r.sender); tooMany != nil {
		return tooMany
	}
	return err
}
