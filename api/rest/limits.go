package rest

import (
	"errors"
	"fmt"
	"math"
	"net/netip"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
)

// Limits applies rate limits, budgets and bounds on concurrent work to requests.
type Limits struct {
	Limiter *limit.Limiter
	Streams *StreamCount
}

// pace delays a client that asks for more than its share of the node's time.
// Turns, on which clocks run, have a limit of their own that refuses none.
func (l Limits) pace(c echo.Context, turn bool) error {
	if l.Limiter.Unlimited() {
		return nil
	}
	if turn {
		l.Limiter.Queue(c.Request().Context(), limit.Turns, Address(c))
		return nil
	}
	d := l.Limiter.Pace(c.Request().Context(), limit.Requests, Address(c))
	if d.Allowed {
		return nil
	}
	return RateProblem(c, d)
}

// Work waits until work of a kind may begin. It ends when the handler calls
// leave, or earlier when the handler begins to answer, so that a client that
// reads slowly keeps nobody else waiting.
func (l Limits) Work(c echo.Context, w limit.Work) (leave func(), err error) {
	if leave, err = l.Hold(c, w); err == nil {
		c.Response().Before(leave)
	}
	return leave, err
}

// Hold is work that ends only when leave is called.
func (l Limits) Hold(c echo.Context, w limit.Work) (leave func(), err error) {
	leave, d, err := l.Limiter.Enter(c.Request().Context(), w, Address(c))
	switch {
	case errors.Is(err, limit.ErrNodeBusy):
		return leave, NewProblem(CodeOverloaded, "").WithHeader(HeaderRetryAfter, overloadRetry)
	case err != nil:
		return leave, err
	case !d.Allowed:
		return leave, RateProblem(c, d)
	}
	return leave, nil
}

// overloadRetry is the Retry-After, in seconds, of a node that has too much to do.
const overloadRetry = "5"

// Spend takes from a client's budget of the day. refund gives it back when the
// request came to nothing.
func (l Limits) Spend(c echo.Context, budget limit.Policy, n int) (refund func(), err error) {
	from := ClientAddress(c)
	d := l.Limiter.Spend(budget, from, n)
	if !d.Allowed {
		return func() {}, RateProblem(c, d)
	}
	return func() { l.Limiter.Refund(budget, from, n) }, nil
}

// Take counts a request against a limit.
func (l Limits) Take(c echo.Context, policy limit.Policy, key string) error {
	return RateProblem(c, l.Limiter.Take(policy, key))
}

// Peek fails if a limit is used up, and counts nothing.
func (l Limits) Peek(c echo.Context, policy limit.Policy, key string) error {
	d := l.Limiter.Peek(policy, key)
	if d.Allowed {
		return nil
	}
	return RateProblem(c, d)
}

// RateProblem publishes the state of a limit with the answer, and is the problem
// if the limit is used up.
func RateProblem(c echo.Context, d limit.Decision) error {
	d.AddHeader(c.Response().Header())
	if d.Allowed {
		return nil
	}
	return Limited(d)
}

// Limited is the problem of a limit that is used up.
func Limited(d limit.Decision) *Problem {
	return NewProblem(CodeRateLimited, fmt.Sprintf("%s: at most %v; wait %.0f s", d.Policy.Name, d.Policy, math.Ceil(d.RetryAfter.Seconds())))
}

// Admit opens a stream for a player, or for an anonymous viewer. How often, and
// how many at once, are limited; leave must be called at the stream's end.
func (l Limits) Admit(c echo.Context, player string) (leave func(), err error) {
	key := Sender(c, player)
	if err := l.Take(c, limit.StreamOpenings, key); err != nil {
		return nil, err
	}
	open := limit.PlayersStreams
	if player == "" {
		open = limit.UnnamedStreams
	} else if _, err := l.Spend(c, limit.OtherWritesADay, 1); err != nil {
		return nil, err
	}
	d, release := l.Limiter.Hold(open, key)
	if !d.Allowed {
		return release, RateProblem(c, d)
	}
	l.Streams.open.Add(1)
	leave = func() {
		l.Streams.open.Add(-1)
		release()
	}
	return leave, RateProblem(c, d)
}

// PaceWrites delays a write to a stream whose client's address gets more than its
// share. Frames that come meanwhile go with the next write.
func (l Limits) PaceWrites(c echo.Context) {
	if !l.Limiter.Unlimited() {
		l.Limiter.Queue(c.Request().Context(), limit.StreamWrites, Address(c))
	}
}

// Address is the key of a request without a token in the limits.
func Address(c echo.Context) string { return limit.AddressKey(ClientAddress(c)) }

// ClientAddress is the address that a request comes from; the zero Addr if it is
// unknown, as in tests.
func ClientAddress(c echo.Context) netip.Addr {
	ip, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return netip.Addr{}
	}
	return ip
}

// Sender is the key of a request in the limits: its player's, or its address's if
// it has none.
func Sender(c echo.Context, player string) string {
	if player != "" {
		return "player " + player
	}
	return Address(c)
}
