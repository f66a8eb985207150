package api

import (
	"fmt"
	"math"
	"net/netip"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/limit"
)

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
	return problem(CodeRateLimited, fmt.Sprintf("at most %v; wait %.0f s", d.Policy, math.Ceil(d.RetryAfter.Seconds())))
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
	}
	d, leave := s.limits.Hold(open, key)
	return leave, rateProblem(c, d)
}

// address is whose limit a request without a token counts against.
func address(c echo.Context) string {
	ip, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return "unknown address"
	}
	return limit.AddressKey(ip)
}

// sender is whose limit a request counts against: the player's, or else the
// address's.
func sender(c echo.Context, identity auth.Identity) string {
	if identity.Player != "" {
		return "player " + identity.Player
	}
	return address(c)
}
