package access

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/ticket"
)

// StreamIdentity is the player who opens a stream by a token or a ticket; "" for
// an anonymous viewer. It leaves the ticket to useTicket.
func (a *Access) StreamIdentity(c echo.Context) (player string, err error) {
	identity, err := a.Identify(c)
	if err == nil {
		err = rest.CheckQuery(c)
	}
	if err != nil || identity.Player != "" || !c.QueryParams().Has("ticket") {
		return identity.Player, err
	}
	player, err = a.Journal.Tickets.Holder(c.Request().Context(), c.QueryParam("ticket"), a.Now())
	return player, ticketProblem(err)
}

// UseTicket uses up the ticket that opens a stream, if there is one. It comes last
// before the stream, so that a refused request costs no ticket.
func (a *Access) UseTicket(c echo.Context) error {
	if c.Request().Header.Get(echo.HeaderAuthorization) != "" || !c.QueryParams().Has("ticket") {
		return nil
	}
	_, err := a.Journal.Tickets.Use(c.Request().Context(), c.QueryParam("ticket"), a.Now())
	return ticketProblem(err)
}

func ticketProblem(err error) error {
	if errors.Is(err, ticket.ErrInvalid) {
		return rest.Unauthenticated("this ticket is not valid, or not any more: each opens one stream, within 60 seconds")
	}
	return err
}

// Admit lets a stream begin, if its limits do and new events reach streams: at the
// start of a node it waits for that.
func (a *Access) Admit(c echo.Context, player string) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(c.Request().Context(), a.Wait)
	defer cancel()
	if err := a.Events.AwaitBegun(ctx); err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, a.behind()
		}
		return nil, err
	}
	return a.Limits.Admit(c, player)
}
