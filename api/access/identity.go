package access

import (
	"context"
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
)

// Identify reads a request's token. The zero Identity means that there is none; an
// invalid token is a problem on every route.
func (a *Access) Identify(c echo.Context) (auth.Identity, error) {
	values := c.Request().Header.Values(echo.HeaderAuthorization)
	if len(values) == 0 {
		return auth.Identity{}, nil
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	if !ok || len(values) > 1 || !strings.EqualFold(scheme, "Bearer") {
		return auth.Identity{}, rest.Unauthenticated("send one header, Authorization: Bearer <token>")
	}
	identity, err := a.Authority.Verify(c.Request().Context(), strings.TrimSpace(token))
	if invalid, ok := errors.AsType[*auth.InvalidTokenError](err); ok {
		return auth.Identity{}, rest.Unauthenticated(string(invalid.Reason)).
			WithHeader(echo.HeaderWWWAuthenticate, `Bearer error="invalid_token", error_description="`+string(invalid.Reason)+`"`)
	}
	if errors.Is(err, auth.ErrKeysUnavailable) {
		err = rest.NewProblem(rest.CodeUnavailable, "the keys of the token's issuer cannot be read at present").CausedBy(err)
	}
	if _, computer := player.ComputerStrength(identity.Player); computer {
		return auth.Identity{}, rest.Unauthenticated("no token acts for a computer player")
	}
	return identity, err
}

// Require is identify for routes that need a token.
func (a *Access) Require(c echo.Context) (auth.Identity, error) {
	identity, err := a.Identify(c)
	if err == nil && identity.Player == "" {
		err = rest.Unauthenticated("this call needs a token")
	}
	return identity, err
}

// RequireWithin is Require for routes with a limit: calls without a valid token
// count, too, against their address.
func (a *Access) RequireWithin(c echo.Context, p limit.Policy) (auth.Identity, error) {
	identity, err := a.Require(c)
	if limited := a.Limits.Take(c, p, rest.Sender(c, identity.Player)); limited != nil {
		return auth.Identity{}, limited
	}
	return identity, err
}

// EnsurePlayer makes sure that the store knows a player before a seat names it:
// tokens of other issuers, and minted ones, bring players that never registered
// here. Another issuer's present name for a player replaces the known one.
func (a *Access) EnsurePlayer(ctx context.Context, identity auth.Identity) error {
	known, err := a.Model.PlayerName(ctx, identity.Player)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	registered := err == nil
	name, err := player.CleanName(identity.Name)
	switch {
	case registered && (identity.Own || err != nil || name == known):
		return nil
	case err != nil:
		name = anonymous
	}
	p, err := a.Journal.Players.Ensure(ctx, identity.Player, name, a.Now())
	if err == nil {
		a.Model.Learn(p)
	}
	return err
}

// anonymous is the name of players whose tokens have none.
const anonymous = "Anonymous"
