package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// me is the player of the token.
func (s *Server) me(c echo.Context) error {
	identity, err := s.require(c)
	if err != nil {
		return err
	}
	if err := s.enrol(c.Request().Context(), identity); err != nil {
		return err
	}
	return s.answerProfile(c, identity.Player)
}

// player is anybody's public profile.
func (s *Server) player(c echo.Context) error { return s.answerProfile(c, c.Param("id")) }

func (s *Server) answerProfile(c echo.Context, id string) error {
	name, err := s.model.PlayerName(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return writeJSON(c, http.StatusOK, mimeJSON, profileView{ID: id, Name: name})
}
