package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

// refusals are how often somebody's commands were refused. What is accepted
// costs nothing, and a turn is judged whatever was refused before it: a legal
// one by the side to move is never limited.
type refusals struct {
	s        *Server
	c        echo.Context
	identity auth.Identity // of the sender
}

func (s *Server) refusals(c echo.Context, identity auth.Identity) refusals {
	return refusals{s, c, identity}
}

// tooMany is the problem that there were too many; nil while there were not.
func (r refusals) tooMany() error {
	return r.s.limits.Peek(r.c, limit.RefusedAttempts, rest.Sender(r.c, r.identity.Player))
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
	if p, ok := errors.AsType[*rest.Problem](err); ok && p.Status >= http.StatusInternalServerError {
		return err
	}
	if tooMany := r.s.limits.Take(r.c, limit.RefusedAttempts, rest.Sender(r.c, r.identity.Player)); tooMany != nil {
		return tooMany
	}
	return err
}
