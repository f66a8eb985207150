package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// Prepare decodes the path's parameters, gives every answer an id and sends the
// server's time, to which clients set their clocks: Unix milliseconds, read as
// late as possible. It is one function because the frames of all functions under
// way stay on the stack of every open stream.
func Prepare(now func() time.Time, q *Query, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		q.bind(c)
		header := c.Response().Header()
		SetFields(header, echo.HeaderXRequestID, incomingRequestID(c), headerServerTime, "")
		serverTime := header[headerServerTime] // nobody else sets that field
		c.Response().Before(func() {
			serverTime[0] = strconv.FormatInt(now().UnixMilli(), 10)
		})
		if err := decodePathParams(c); err != nil {
			return err
		}
		return next(c)
	}
}

// incomingRequestID is a proxy's id for the request if it is a sane one, or a new
// one.
func incomingRequestID(c echo.Context) string {
	id := c.Request().Header.Get(echo.HeaderXRequestID)
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return uuid.NewString()
	}
	return id
}

func RequestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// ServeRoute calls the route's handler once its turn has come, and turns a panic
// into an internal problem. Routes of turns have a limit of their own, and the
// clients of unpaced routes never wait.
func ServeRoute(l Limits, turns, unpaced []string) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			switch r := recover(); r {
			case nil:
			case http.ErrAbortHandler:
				panic(r)
			default:
				err = NewProblem(CodeInternal, "").CausedBy(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			}
		}()
		if !slices.Contains(unpaced, c.Path()) {
			if err := l.pace(c, slices.Contains(turns, c.Path())); err != nil {
				return err
			}
		}
		return c.Handler()(c)
	}
}

// CORS lets pages of the given origins call the API, without credentials: a page
// sends its token in a header that it sets itself.
func CORS(origins []string) echo.MiddlewareFunc {
	if len(origins) == 0 {
		return func(next echo.HandlerFunc) echo.HandlerFunc { return next }
	}
	return middleware.CORSWithConfig(middleware.CORSConfig{
		AllowOrigins: slices.Clone(origins),
		AllowMethods: []string{http.MethodGet, http.MethodPost, http.MethodDelete},
		AllowHeaders: []string{
			echo.HeaderAuthorization, echo.HeaderContentType, echo.HeaderAccept, headerIdempotencyKey,
			HeaderIfMatch, headerIfNoneMatch, headerPrefer, echo.HeaderXRequestID, HeaderLastEventID,
		},
		ExposeHeaders: []string{
			HeaderETag, echo.HeaderLocation, HeaderPosition, headerServerTime, HeaderReplayed, HeaderPreferApplied,
			"RateLimit", "RateLimit-Policy", HeaderRetryAfter, echo.HeaderWWWAuthenticate, echo.HeaderXRequestID,
		},
		MaxAge: 86400,
	})
}

// decodePathParams decodes the parameters that Echo takes from an escaped path
// undecoded: ids of other issuers' players may have any visible character.
func decodePathParams(c echo.Context) error {
	if c.Request().URL.RawPath == "" {
		return nil
	}
	values := slices.Clone(c.ParamValues())
	for i, value := range values {
		decoded, err := url.PathUnescape(value)
		if err != nil {
			return NewProblem(CodeNotFound, "there is no such path")
		}
		values[i] = decoded
	}
	c.SetParamValues(values...)
	return nil
}
