package rest

import (
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"
)

// EchoProblem maps Echo's own errors: unknown routes and methods.
func EchoProblem(e *echo.HTTPError) *Problem {
	switch e.Code {
	case http.StatusNotFound:
		return NewProblem(CodeNotFound, "there is no such path")
	case http.StatusMethodNotAllowed:
		return NewProblem(CodeMethodNotAllowed, "")
	case http.StatusRequestEntityTooLarge:
		return NewProblem(CodeTooLarge, "")
	}
	return NewProblem(CodeInternal, "").CausedBy(e)
}

// soon is the Retry-After, in seconds, of problems that name none.
const soon = "1"

// WriteProblem answers a request with the problem that an error is, and logs the
// error where the server is at fault.
func WriteProblem(c echo.Context, log *slog.Logger, of *Problem, err error) {
	p := *of
	p.Instance = c.Request().URL.Path
	if p.Status >= http.StatusInternalServerError && !p.logged {
		level := slog.LevelError
		if p.Status == http.StatusServiceUnavailable {
			level = slog.LevelWarn // it may be tried again
		}
		log.Log(c.Request().Context(), level, "request failed",
			"method", c.Request().Method, "path", c.Request().URL.Path, "code", string(p.Code),
			"request_id", RequestID(c), "error", err)
	}
	if p.Code == CodeNotYetVisible && p.Status == http.StatusConflict {
		// It took two seconds, but any client can ask for it.
		log.DebugContext(c.Request().Context(), "waited for what has not happened",
			"path", c.Request().URL.Path, "query", c.Request().URL.RawQuery, "request_id", RequestID(c))
	}
	header := c.Response().Header()
	for name, value := range p.header {
		header.Set(name, value)
	}
	if p.Status == http.StatusServiceUnavailable && header.Get(HeaderRetryAfter) == "" {
		header.Set(HeaderRetryAfter, soon)
	}
	if p.Code == CodeUnauthenticated && header.Get(echo.HeaderWWWAuthenticate) == "" {
		header.Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	write := func() error { return WriteJSON(c, p.Status, "application/problem+json", p) }
	if mayBeSending(c.Request()) {
		write = beforeTheEndOf(c, write)
	}
	if err := write(); err != nil {
		log.WarnContext(c.Request().Context(), "answer not sent", "error", err)
	}
}

// mayBeSending tells whether the client may still be sending more of a body than
// net/http reads by itself before it answers.
func mayBeSending(r *http.Request) bool { return r.ContentLength < 0 || r.ContentLength > drainBytes }

// beforeTheEndOf writes an answer while the request's body is still coming, and
// reads on until the client has seen it.
func beforeTheEndOf(c echo.Context, write func() error) func() error {
	return func() error {
		body := OpenDuplex(c)
		defer body.Close()
		if err := write(); err != nil {
			return err
		}
		if err := body.control.Flush(); err != nil {
			return err
		}
		body.Linger()
		return nil
	}
}
