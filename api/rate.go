package api

import (
	"errors"
	"fmt"
	"math"
	"net/netip"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
)

// pace makes a client wait that asks for more than a node has time for. Turns, on
// which clocks run, and what operators ask for are not held up.
func (s *Server) pace(c echo.Context) error {
	switch c.Path() {
	case "/v1/games/:id/moves", "/v1/games/:id/pass", "/healthz", "/readyz":
		return nil
	}
	d := s.limits.Pace(c.Request().Context(), limit.Requests, address(c))
	if d.Allowed {
		return nil
	}
	return rateProblem(c, d)
}

// work waits until work of a kind may begin. It ends when the handler calls
// leave, or before that when it begins to answer: a client that reads slowly
// keeps nobody else waiting.
func (s *Server) work(c echo.Context, w limit.Work) (leave func(), err error) {
	if leave, err = s.hold(c, w); err == nil {
		c.Response().Before(leave)
	}
	return leave, err
}

// hold is work that ends when leave is called.
func (s *Server) hold(c echo.Context, w limit.Work) (leave func(), err error) {
	leave, d, err := s.limits.Enter(c.Request().Context(), w, address(c))
	switch {
	case errors.Is(err, limit.ErrNodeBusy):
		p := problem(CodeOverloaded, "")
		p.header = map[string]string{headerRetryAfter: overloadRetry}
		return leave, p
	case err != nil:
		return leave, err
	case !d.Allowed:
		return leave, rateProblem(c, d)
	}
	return leave, nil
}

// overloadRetry is how many seconds a client is told to wait for a node that has
// too much to do.
const overloadRetry = "5"

// spend takes from a client's budget of the day. refund gives it back, for what
// came to nothing.
func (s *Server) spend(c echo.Context, budget limit.Policy, n int) (refund func(), err error) {
	from := clientAddress(c)
	d := s.limits.Spend(budget, from, n)
	if !d.Allowed {
		return func() {}, rateProblem(c, d)
	}
	return func() { s.limits.Refund(budget, from, n) }, nil
}

// take counts a request against a limit.
func (s *Server) take(c echo.Context, policy limit.Policy, key string) error {
	return rateProblem(c, s.limits.Take(policy, key))
}

// rateProblem publishes the state of a limit with the answer, and is the
// problem where the limit is used up.
func rateProblem(c echo.Context, d limit.Decision) error {
	d.AddHeader(c.Response().Header())
	if d.Allowed {
		return nil
	}
	return limited(d)
}

// limited is the problem that a limit is used up.
func limited(d limit.Decision) *Problem {
	return problem(CodeRateLimited, fmt.Sprintf("%s: at most %v; wait %.0f s", d.Policy.Name, d.Policy, math.Ceil(d.RetryAfter.Seconds())))
}

// admit lets somebody open a stream, which is limited in how often and in how
// many at once; leave must be called at its end.
func (s *Server) admit(c echo.Context, player string) (leave func(), err error) {
	key := sender(c, auth.Identity{Player: player})
	if err := s.take(c, limit.StreamOpenings, key); err != nil {
		return nil, err
	}
	open := limit.PlayersStreams
	if player == "" {
		open = limit.UnnamedStreams
	} else if _, err := s.spend(c, limit.OtherWritesADay, 1); err != nil {
		return nil, err
	}
	d, leave := s.limits.Hold(open, key)
	return leave, rateProblem(c, d)
}

// address is whose limit a request without a token counts against.
func address(c echo.Context) string { return limit.AddressKey(clientAddress(c)) }

// clientAddress is the address that a request comes from; the zero Addr where
// that cannot be told, as in tests.
func clientAddress(c echo.Context) netip.Addr {
	ip, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return netip.Addr{}
	}
	return ip
}

// sender is whose limit a request counts against: the player's, or else the
// address's.
func sender(c echo.Context, identity auth.Identity) string {
	if identity.Player != "" {
		return "player " + identity.Player
	}
	return address(c)
}
