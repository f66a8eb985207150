package api

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// prepare decodes the path's parameters, names every answer and tells the time
// here, which clients set their clocks by: Unix milliseconds, as late as
// possible. It is one function, since each that is still under way counts on the
// stack of every open stream.
func (s *Server) prepare(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		setFields(header, echo.HeaderXRequestID, incomingRequestID(c), headerServerTime, "")
		serverTime := header[headerServerTime] // nobody else sets that field
		c.Response().Before(func() {
			serverTime[0] = strconv.FormatInt(s.now().UnixMilli(), 10)
		})
		if err := decodePathParams(c); err != nil {
			return err
		}
		return next(c)
	}
}

// incomingRequestID takes over a proxy's id for the request where it is a sane one.
func incomingRequestID(c echo.Context) string {
	id := c.Request().Header.Get(echo.HeaderXRequestID)
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return uuid.NewString()
	}
	return id
}

func requestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// serveRoute calls the handler of the route, in its turn, and turns a panic into an internal problem.
func (s *Server) serveRoute(c echo.Context) (err error) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case http.ErrAbortHandler:
			panic(r)
		default:
			err = problem(CodeInternal, "").causedBy(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	if err := s.pace(c); err != nil {
		return err
	}
	return c.Handler()(c)
}

// cors lets browsers' pages of the given origins call the API, without
// credentials: tokens travel in a header that a page sets itself.
func (s *Server) cors(origins []string) echo.MiddlewareFunc {
	if len(origins) == 0 {
		return func(next echo.HandlerFunc) echo.HandlerFunc { return next }
	}
	return middleware.CORSWithConfig(middleware.CORSConfig{
		AllowOrigins: slices.Clone(origins),
		AllowMethods: []string{http.MethodGet, http.MethodPost, http.MethodDelete},
		AllowHeaders: []string{
			echo.HeaderAuthorization, echo.HeaderContentType, echo.HeaderAccept, headerIdempotencyKey,
			headerIfMatch, headerIfNoneMatch, headerPrefer, echo.HeaderXRequestID, headerLastEventID,
		},
		ExposeHeaders: []string{
			headerETag, echo.HeaderLocation, headerPosition, headerServerTime, headerReplayed, headerPreferApplied,
			"RateLimit", "RateLimit-Policy", headerRetryAfter, echo.HeaderWWWAuthenticate, echo.HeaderXRequestID,
		},
		MaxAge: 86400,
	})
}

// decodePathParams decodes what Echo takes out of an escaped path as it stands
// there: ids of other issuers' players may have any visible character.
func decodePathParams(c echo.Context) error {
	if c.Request().URL.RawPath == "" {
		return nil
	}
	values := slices.Clone(c.ParamValues())
	for i, value := range values {
		decoded, err := url.PathUnescape(value)
		if err != nil {
			return problem(CodeNotFound, "there is no such path")
		}
		values[i] = decoded
	}
	c.SetParamValues(values...)
	return nil
}
