package view

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// ProblemOf maps an error to the client's problem. Unknown errors are internal,
// and their text is not sent.
func ProblemOf(err error) *rest.Problem {
	if p, ok := errors.AsType[*rest.Problem](err); ok {
		return p
	}
	if refusal, ok := errors.AsType[game.Refusal](err); ok {
		return rest.NewProblem(rest.Code(refusal), refusal.Error())
	}
	if illegal, ok := errors.AsType[*janggi.IllegalMoveError](err); ok {
		return illegalMove(illegal)
	}
	if p := valueProblem(err); p != nil {
		return p
	}
	switch {
	case errors.Is(err, janggi.ErrPassInCheck):
		return rest.NewProblem(rest.CodePassInCheck, "the side to move is in check and must answer it")
	case errors.Is(err, eventstore.ErrDeleted):
		return rest.NewProblem(rest.CodeHistoryGone, "")
	case errors.Is(err, journal.ErrDamaged):
		return rest.NewProblem(rest.CodeHistoryDamaged, "").CausedBy(err)
	case errors.Is(err, journal.ErrNotFound):
		return rest.NewProblem(rest.CodeNotFound, "")
	case errors.Is(err, journal.ErrNotYetVisible):
		return rest.NodeBehind.Problem("")
	case errors.Is(err, journal.ErrConflict):
		return rest.NewProblem(rest.CodeConflict, "")
	case errors.Is(err, journal.ErrStale):
		return rest.NewProblem(rest.CodeStaleRevision, "If-Match names another revision than the game's")
	case errors.Is(err, journal.ErrKeyReused):
		return rest.NewProblem(rest.CodeIdempotencyMismatch, "this Idempotency-Key came with another path or body before")
	case errors.Is(err, eventstore.ErrOutcomeUnknown):
		return rest.NewProblem(rest.CodeOutcomeUnknown, "").CausedBy(err)
	case errors.Is(err, projections.ErrRebuilding):
		return rest.NewProblem(rest.CodeUnavailable, "the lists are being built anew, because their file was damaged; games can be played meanwhile").CausedBy(err)
	case errors.Is(err, eventstore.ErrUnavailable), errors.Is(err, eventstore.ErrClosed),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return rest.NewProblem(rest.CodeUnavailable, "the event store cannot be read or written to at present").CausedBy(err)
	}
	if http, ok := errors.AsType[*echo.HTTPError](err); ok {
		return rest.EchoProblem(http)
	}
	return rest.NewProblem(rest.CodeInternal, "").CausedBy(err)
}

// valueProblem maps errors about values of a request body; nil for other errors.
func valueProblem(err error) *rest.Problem {
	if e, ok := errors.AsType[*janggi.InvalidRulesError](err); ok {
		return rest.NewProblem(rest.CodeInvalidRuleset, e.Error()).WithField(fieldPath(err, "ruleset", e.Field))
	}
	if e, ok := errors.AsType[*game.InvalidTimeControlError](err); ok {
		if e.Field == "setup_ms" {
			return rest.NewProblem(rest.CodeInvalidTimeControl, e.Error()).WithField(e.Field)
		}
		return rest.NewProblem(rest.CodeInvalidTimeControl, e.Error()).WithField(fieldPath(err, "time_control", e.Field))
	}
	if e, ok := errors.AsType[*janggi.InvalidPositionError](err); ok {
		return rest.NewProblem(rest.CodeInvalidPosition, e.Error())
	}
	if errors.Is(err, game.ErrMatedStart) {
		return rest.NewProblem(rest.CodeInvalidPosition, game.ErrMatedStart.Error())
	}
	if e, ok := errors.AsType[*body.UnknownFieldError](err); ok {
		return rest.NewProblem(rest.CodeUnknownField, e.Error()).WithField(e.Field)
	}
	if e, ok := errors.AsType[*body.FieldError](err); ok {
		return rest.NewProblem(rest.CodeBadRequest, e.Error()).WithField(e.Field)
	}
	if e, ok := errors.AsType[*body.SyntaxError](err); ok {
		return rest.NewProblem(rest.CodeBadRequest, e.Error())
	}
	return nil
}

// fieldPath is the dotted path of a wrong value within a member of the body. A
// type that refuses a single value does not know its own name; the decoder does.
func fieldPath(err error, member, field string) string {
	if met, ok := errors.AsType[*body.FieldError](err); ok && field == "" {
		field = strings.TrimPrefix(strings.TrimPrefix(met.Field, member), ".")
	}
	if field == "" {
		return member
	}
	return member + "." + field
}

// InField adds the field of a refused value if the refusal does not name one.
func InField(field string, err error) error {
	if err == nil {
		return nil
	}
	p := ProblemOf(err)
	if p.Field == "" && p.Status < http.StatusInternalServerError {
		p.Field = field
	}
	return p
}

// NotFound says what is missing if an error is journal.ErrNotFound. Other errors
// stay as they are.
func NotFound(err error, what string) error {
	if _, told := errors.AsType[*rest.Problem](err); told || !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return rest.NewProblem(rest.CodeNotFound, what).CausedBy(err)
}
