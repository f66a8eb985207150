package access

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// Read loads the game in the path for the request's player, with that player's id,
// on which the answer depends.
func (a *Access) Read(c echo.Context) (*journal.Game, string, error) {
	header := c.Response().Header()
	rest.VariesByAsker(header)
	header.Set(echo.HeaderCacheControl, "no-cache")
	identity, invalid := a.Identify(c)
	g, err := a.Visible(c.Request().Context(), c.Param("id"), identity.Player, false)
	if err != nil {
		return nil, "", err
	}
	if invalid == nil {
		invalid = rest.CheckQuery(c)
	}
	return g, identity.Player, invalid
}

// ReadNewest is read of the game in the store.
func (a *Access) ReadNewest(c echo.Context) (*journal.Game, error) {
	g, viewer, err := a.Read(c)
	if err != nil {
		return nil, err
	}
	return a.Newest(c.Request().Context(), g.ID, viewer)
}
