package players

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/player"
)

// Me answers with the player of the token.
//
//	@ID getMe
//	@Summary Who am I?
//	@Description The player that the token acts for.
//	@Tags players
//	@Success 200 {object} view.Profile "The player whom the token acts for"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["token","store"]
//	@Router /v1/me [get]
func (h *Handlers) Me(c echo.Context) error {
	identity, err := h.Access.Require(c)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	if err := h.Access.EnsurePlayer(c.Request().Context(), identity); err != nil {
		return err
	}
	return h.answerProfile(c, identity.Player)
}

// Player answers with a player's public profile.
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
func (h *Handlers) Player(c echo.Context) error { return h.answerProfile(c, c.Param("id")) }

func (h *Handlers) answerProfile(c echo.Context, id string) error {
	name, err := h.Model.PlayerName(c.Request().Context(), id)
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
