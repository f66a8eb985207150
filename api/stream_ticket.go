package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/ticket"
)

// ticketView is what opens one stream in place of a token.
type ticketView struct {
	Ticket    string `json:"ticket"`
	ExpiresIn int64  `json:"expires_in"` // seconds
} // @name StreamTicket

// createStreamTicket gives a ticket for the URL of a stream: a browser's
// EventSource cannot send a header, and tokens never stand in URLs.
//
//	@ID createStreamTicket
//	@Summary Get a ticket for a stream
//	@Description Opens one stream, as `?ticket=`, within 60 seconds, on any node: for browsers' `EventSource`, which cannot send a token. Each connection needs a ticket of its own.
//	@Tags live
//	@Success 201 {object} ticketView "The ticket"
//	@x-traits ["token","body","store","empty body","limited by stream-tickets"]
//	@Router /v1/stream-tickets [post]
func (s *Server) createStreamTicket(c echo.Context) error {
	identity, invalid := s.require(c)
	if err := s.limits.Take(c, limit.StreamTickets, rest.Sender(c, identity.Player)); err != nil {
		return err
	}
	if invalid != nil {
		return invalid
	}
	if err := rest.ReadInto(c, &struct{}{}); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return rest.WriteJSON(c, http.StatusCreated, rest.MimeJSON, ticketView{s.journal.Tickets.Issue(identity.Player, s.arrival()), ticket.LifeMS / 1000})
}

// opener reads who opens a stream: by a token, by a ticket, or nobody. The ticket
// is still to be used, by useTicket.
func (s *Server) opener(c echo.Context) (player string, err error) {
	identity, err := s.identify(c)
	if err == nil {
		err = rest.CheckQuery(c)
	}
	if err != nil || identity.Player != "" || !c.QueryParams().Has("ticket") {
		return identity.Player, err
	}
	player, err = s.journal.Tickets.Holder(c.Request().Context(), c.QueryParam("ticket"), s.arrival())
	return player, ticketProblem(err)
}

// useTicket uses the ticket up by which a stream is opened, if it is by one. It is the
// last thing before the stream: a request that is refused costs no ticket.
func (s *Server) useTicket(c echo.Context) error {
	if c.Request().Header.Get(echo.HeaderAuthorization) != "" || !c.QueryParams().Has("ticket") {
		return nil
	}
	_, err := s.journal.Tickets.Use(c.Request().Context(), c.QueryParam("ticket"), s.arrival())
	return ticketProblem(err)
}

func ticketProblem(err error) error {
	if errors.Is(err, ticket.ErrInvalid) {
		return rest.Unauthenticated("this ticket is not valid, or not any more: each opens one stream, within 60 seconds")
	}
	return err
}
