// Package bare is what the API's speed is measured against: Echo, the same check
// of tokens, a body that is read and an answer that is written, and nothing else.
package bare

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
)

// Path is where the handler answers, by POST.
const Path = "/v1/games/:id/moves"

// Handler answers every request that has a valid token with the same bytes, as
// JSON.
func Handler(authority *auth.Authority, answer []byte) http.Handler {
	e := echo.New()
	e.POST(Path, func(c echo.Context) error {
		token, ok := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
		if !ok {
			return echo.ErrUnauthorized
		}
		if _, err := authority.Verify(c.Request().Context(), token); err != nil {
			return errors.Join(echo.ErrUnauthorized, err)
		}
		if _, err := io.ReadAll(c.Request().Body); err != nil {
			return err
		}
		return c.JSONBlob(http.StatusOK, answer)
	})
	return e
}
