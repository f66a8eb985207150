package access

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// request reads what surrounds a command. The time of arrival is taken once the
// body is there.
func (a *Access) ReadRequest(c echo.Context, identity auth.Identity, parse func(data []byte) (game.Command, error)) (journal.Request, error) {
	data, err := rest.ReadBody(c)
	if err != nil {
		return journal.Request{}, err
	}
	q := journal.Request{At: a.Now(), Actor: identity.Player, Correlation: rest.RequestID(c)}
	if q.Key, err = rest.IdempotencyKey(c); err != nil {
		return q, err
	}
	if q.IfRevision, err = rest.IfMatch(c); err != nil {
		return q, err
	}
	if q.Key != "" {
		q.Digest = rest.Digest(c.Request().URL.Path, data)
	}
	q.Command, err = parse(data)
	return q, err
}
