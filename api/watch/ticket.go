package watch

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/ticket"
)

// Ticket is what opens one stream in place of a token.
type Ticket struct {
	Ticket    string `json:"ticket"`
	ExpiresIn int64  `json:"expires_in"` // seconds
} // @name StreamTicket

// CreateTicket gives a ticket for the URL of a stream: a browser's
// EventSource cannot send a header, and tokens never stand in URLs.
//
//	@ID createStreamTicket
//	@Summary Get a ticket for a stream
//	@Description Opens one stream, as `?ticket=`, within 60 seconds, on any node: for browsers' `EventSource`, which cannot send a token. Each connection needs a ticket of its own.
//	@Tags live
//	@Success 201 {object} Ticket "The ticket"
//	@x-traits ["token","body","store","empty body","limited by stream-tickets"]
//	@Router /v1/stream-tickets [post]
func (s *Streams) CreateTicket(c echo.Context) error {
	identity, err := s.Access.RequireWithin(c, limit.StreamTickets)
	if err != nil {
		return err
	}
	if err := rest.ReadInto(c, &struct{}{}); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return rest.WriteJSON(c, http.StatusCreated, rest.MimeJSON, Ticket{s.Journal.Tickets.Issue(identity.Player, s.now()), ticket.LifeMS / 1000})
}
