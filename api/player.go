package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/player"
)

// me is the player of the token.
//
//	@ID getMe
//	@Summary Who am I?
//	@Description The player that the token acts for.
//	@Tags players
//	@Success 200 {object} view.Profile "The player whom the token acts for"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["token","store"]
//	@Router /v1/me [get]
func (s *Server) me(c echo.Context) error {
	identity, err := s.access.Require(c)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	if err := s.access.EnsurePlayer(c.Request().Context(), identity); err != nil {
		return err
	}
	return s.answerProfile(c, identity.Player)
}

// player is anybody's public profile.
//
//	@ID getPlayer
//	@Summary Look a player up
//	@Description Name of a player, as it is now. No token is needed.
//	@Tags players
//	@Param id path string true "Player"
//	@Success 200 {object} view.Profile "The player"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["store"]
//	@Router /v1/players/{id} [get]
func (s *Server) player(c echo.Context) error { return s.answerProfile(c, c.Param("id")) }

func (s *Server) answerProfile(c echo.Context, id string) error {
	name, err := s.model.PlayerName(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	v := view.Profile{ID: id, Name: name}
	if strength, computer := player.ComputerStrength(id); computer {
		v.Kind, v.Strength = game.Computer, strength
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}
