package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// problemOf finds the problem that an error is to the client. What it does not
// know is internal, and its text stays here.
func problemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if refusal, ok := errors.AsType[game.Refusal](err); ok {
		return problem(Code(refusal), refusal.Error())
	}
	if illegal, ok := errors.AsType[*janggi.IllegalMoveError](err); ok {
		return illegalMove(illegal)
	}
	if p := valueProblem(err); p != nil {
		return p
	}
	switch {
	case errors.Is(err, janggi.ErrPassInCheck):
		return problem(CodePassInCheck, "the side to move is in check and must answer it")
	case errors.Is(err, eventstore.ErrDeleted):
		return problem(CodeHistoryGone, "")
	case errors.Is(err, journal.ErrDamaged):
		return problem(CodeHistoryDamaged, "").causedBy(err)
	case errors.Is(err, journal.ErrNotFound):
		return problem(CodeNotFound, "")
	case errors.Is(err, journal.ErrNotYetVisible):
		return nodeBehind.problem("")
	case errors.Is(err, journal.ErrConflict):
		return problem(CodeConflict, "")
	case errors.Is(err, journal.ErrStale):
		return problem(CodeStaleRevision, "If-Match names another revision than the game's")
	case errors.Is(err, journal.ErrKeyReused):
		return problem(CodeIdempotencyMismatch, "this Idempotency-Key came with another path or body before")
	case errors.Is(err, eventstore.ErrOutcomeUnknown):
		return problem(CodeOutcomeUnknown, "").causedBy(err)
	case errors.Is(err, auth.ErrKeysUnavailable):
		return problem(CodeUnavailable, "the keys of the token's issuer cannot be read at present").causedBy(err)
	case errors.Is(err, projections.ErrRebuilding):
		return problem(CodeUnavailable, "the lists are being built anew, because their file was damaged; games can be played meanwhile").causedBy(err)
	case errors.Is(err, eventstore.ErrUnavailable), errors.Is(err, eventstore.ErrClosed),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return problem(CodeUnavailable, "the event store cannot be read or written to at present").causedBy(err)
	}
	if http, ok := errors.AsType[*echo.HTTPError](err); ok {
		return echoProblem(http)
	}
	return problem(CodeInternal, "").causedBy(err)
}

// valueProblem maps what is wrong with a value of a request body; nil where the
// error is about something else.
func valueProblem(err error) *Problem {
	if e, ok := errors.AsType[*janggi.InvalidRulesError](err); ok {
		return withField(problem(CodeInvalidRuleset, e.Error()), fieldPath(err, "ruleset", e.Field))
	}
	if e, ok := errors.AsType[*game.InvalidTimeControlError](err); ok {
		if e.Field == "setup_ms" {
			return withField(problem(CodeInvalidTimeControl, e.Error()), e.Field)
		}
		return withField(problem(CodeInvalidTimeControl, e.Error()), fieldPath(err, "time_control", e.Field))
	}
	if e, ok := errors.AsType[*janggi.InvalidPositionError](err); ok {
		return problem(CodeInvalidPosition, e.Error())
	}
	if errors.Is(err, game.ErrMatedStart) {
		return problem(CodeInvalidPosition, game.ErrMatedStart.Error())
	}
	if e, ok := errors.AsType[*body.UnknownFieldError](err); ok {
		return withField(problem(CodeUnknownField, e.Error()), e.Field)
	}
	if e, ok := errors.AsType[*body.FieldError](err); ok {
		return withField(problem(CodeBadRequest, e.Error()), e.Field)
	}
	if e, ok := errors.AsType[*body.SyntaxError](err); ok {
		return problem(CodeBadRequest, e.Error())
	}
	return nil
}

// fieldPath is the dotted path of a wrong value within a member of the body. A
// type that refuses a single value does not know its name; the decoder does.
func fieldPath(err error, member, field string) string {
	if met, ok := errors.AsType[*body.FieldError](err); ok && field == "" {
		field = strings.TrimPrefix(strings.TrimPrefix(met.Field, member), ".")
	}
	if field == "" {
		return member
	}
	return member + "." + field
}

// inField names the field of a refused value where the refusal does not.
func inField(field string, err error) error {
	if err == nil {
		return nil
	}
	p := problemOf(err)
	if p.Field == "" && p.Status < http.StatusInternalServerError {
		p.Field = field
	}
	return p
}

func withField(p *Problem, field string) *Problem {
	p.Field = field
	return p
}

// echoProblem maps what Echo itself answers: unknown routes and methods.
func echoProblem(e *echo.HTTPError) *Problem {
	switch e.Code {
	case http.StatusNotFound:
		return problem(CodeNotFound, "there is no such path")
	case http.StatusMethodNotAllowed:
		return problem(CodeMethodNotAllowed, "")
	case http.StatusRequestEntityTooLarge:
		return problem(CodeTooLarge, "")
	}
	return problem(CodeInternal, "").causedBy(e)
}

// wrongMethod is the problem of a path that exists with other methods; a game
// that does not exist comes first. Echo tells no parameters here.
func (s *Server) wrongMethod(c echo.Context) error {
	rest, ok := strings.CutPrefix(c.Request().URL.Path, "/v1/games/")
	if !ok {
		return echo.ErrMethodNotAllowed
	}
	id, _, _ := strings.Cut(rest, "/")
	identity, _ := s.identify(c)
	if _, err := s.visible(c.Request().Context(), id, identity.Player, true); errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return echo.ErrMethodNotAllowed
}

// soon is how many seconds a client is told to wait where nobody knows better.
const soon = "1"

// handleError answers a request with the problem that its error is.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return // a stream that broke off: the client sees it end
	}
	if errors.Is(err, echo.ErrMethodNotAllowed) {
		err = s.wrongMethod(c)
	}
	p := *problemOf(notFound(err, missing(c.Request().URL.Path)))
	p.Instance = c.Request().URL.Path
	if p.Status >= http.StatusInternalServerError {
		level := slog.LevelError
		if p.Status == http.StatusServiceUnavailable {
			level = slog.LevelWarn // it may be tried again
		}
		s.log.Log(c.Request().Context(), level, "request failed",
			"method", c.Request().Method, "path", c.Request().URL.Path, "code", string(p.Code),
			"request_id", requestID(c), "error", err)
	}
	if p.Code == CodeNotYetVisible && p.Status == http.StatusConflict {
		// It took two seconds, but any client can ask for it.
		s.log.DebugContext(c.Request().Context(), "waited for what has not happened",
			"path", c.Request().URL.Path, "query", c.Request().URL.RawQuery, "request_id", requestID(c))
	}
	header := c.Response().Header()
	for name, value := range p.header {
		header.Set(name, value)
	}
	if p.Status == http.StatusServiceUnavailable && header.Get(headerRetryAfter) == "" {
		header.Set(headerRetryAfter, soon)
	}
	if p.Code == CodeUnauthenticated && header.Get(echo.HeaderWWWAuthenticate) == "" {
		header.Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	write := func() error { return writeJSON(c, p.Status, "application/problem+json", p) }
	if mayBeSending(c.Request()) {
		write = beforeTheEndOf(c, write)
	}
	if err := write(); err != nil {
		s.log.WarnContext(c.Request().Context(), "answer not sent", "error", err)
	}
}

// mayBeSending tells whether a client may still be sending more of a body than
// net/http reads by itself before it answers.
func mayBeSending(r *http.Request) bool { return r.ContentLength < 0 || r.ContentLength > drainBytes }

// beforeTheEndOf has an answer written while the request's body is still coming,
// and reads on until the client has seen it.
func beforeTheEndOf(c echo.Context, write func() error) func() error {
	return func() error {
		body := openDuplex(c)
		defer body.close()
		if err := write(); err != nil {
			return err
		}
		if err := body.control.Flush(); err != nil {
			return err
		}
		body.linger()
		return nil
	}
}
