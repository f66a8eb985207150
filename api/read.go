package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// read loads the game in the path for whoever asks, with the asker's id. What is
// answered depends on who that is.
func (s *Server) read(c echo.Context) (*journal.Game, string, error) {
	header := c.Response().Header()
	rest.VariesByAsker(header)
	header.Set(echo.HeaderCacheControl, "no-cache")
	identity, invalid := s.identify(c)
	g, err := s.visible(c.Request().Context(), c.Param("id"), identity.Player, false)
	if err != nil {
		return nil, "", err
	}
	if invalid == nil {
		invalid = rest.CheckQuery(c)
	}
	return g, identity.Player, invalid
}

// readNewest is read with everything that the store holds.
func (s *Server) readNewest(c echo.Context) (*journal.Game, error) {
	g, viewer, err := s.read(c)
	if err != nil {
		return nil, err
	}
	return s.newest(c.Request().Context(), g.ID, viewer)
}
