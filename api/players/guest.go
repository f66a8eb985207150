package players

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
)

type guestBody struct {
	Name string `json:"name"`
} // @name CreateGuest

// Token is a player with a token to play with.
type Token struct {
	Player      view.Profile `json:"player"`
	AccessToken string       `json:"access_token"`
	TokenType   string       `json:"token_type"`
	ExpiresIn   int64        `json:"expires_in"` // seconds
} // @name Token

// CreateGuest registers a player without a sign-up.
//
//	@ID createGuest
//	@Summary Register a guest
//	@Description Begin here: a player and a token, without any sign-up. The token lasts 30 days; `POST /v1/tokens` renews it. Send it as `Authorization: Bearer …`.
//	@Tags players
//	@Param body body guestBody true "Who is to play"
//	@Success 201 {object} Token "The player, and a token that acts for it"
//	@x-traits ["body","store","limited by guests","charged by guests-a-day","position"]
//	@Router /v1/guests [post]
func (h *Handlers) CreateGuest(c echo.Context) error {
	if err := h.Limits.Take(c, limit.Guests, rest.Address(c)); err != nil {
		return err
	}
	var b guestBody
	if err := rest.ReadInto(c, &b); err != nil {
		return err
	}
	name, err := player.CleanName(b.Name)
	if err != nil {
		return rest.BadField("name", err.Error())
	}
	refund, err := h.Limits.Spend(c, limit.GuestsADay, 1)
	if err != nil {
		return err
	}
	p, err := h.Journal.Players.Register(c.Request().Context(), name, h.Now())
	if err != nil {
		refund()
		return err
	}
	h.Model.Learn(p)
	c.Response().Header().Set(rest.HeaderPosition, p.Position.String())
	return h.answerToken(c, p, "")
}

// RenewToken gives a new token to the player of a valid one. Other issuers renew
// their own tokens.
//
//	@ID renewToken
//	@Summary Get a fresh token
//	@Description A new token for the player of a valid one, which stays good until it expires. Tokens of another issuer are renewed there.
//	@Tags players
//	@Success 201 {object} Token "The same player, and a fresh token"
//	@Failure 403 {object} rest.Problem "forbidden"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["token","body","store","empty body"]
//	@Router /v1/tokens [post]
func (h *Handlers) RenewToken(c echo.Context) error {
	identity, err := h.Access.Require(c)
	if err != nil {
		return err
	}
	if !identity.Own {
		return rest.NewProblem(rest.CodeForbidden, "tokens of another issuer are renewed by that issuer")
	}
	if err := rest.ReadInto(c, &struct{}{}); err != nil {
		return err
	}
	if err := h.Access.EnsurePlayer(c.Request().Context(), identity); err != nil {
		return err
	}
	p, err := h.Journal.Players.Load(c.Request().Context(), identity.Player)
	if err != nil {
		return err
	}
	return h.answerToken(c, p, identity.Scope)
}

func (h *Handlers) answerToken(c echo.Context, p journal.Player, scope string) error {
	token, expiresIn := h.Authority.Issue(p.ID, p.State.Name, scope)
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return rest.WriteJSON(c, http.StatusCreated, rest.MimeJSON, Token{
		Player:      view.Profile{ID: p.ID, Name: p.State.Name},
		AccessToken: token,
		TokenType:   "Bearer",
		ExpiresIn:   expiresIn,
	})
}
