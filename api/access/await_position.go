package access

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/eventstore"
)

// AwaitPosition waits until the read model has reached the position in the query.
func (a *Access) AwaitPosition(c echo.Context, ctx context.Context) error {
	if !c.QueryParams().Has("after_position") {
		return nil
	}
	position, err := eventstore.ParsePosition(c.QueryParam("after_position"))
	if err != nil {
		return rest.BadField("after_position", "must be a position as an answer had it")
	}
	waiting, cancel := context.WithTimeout(ctx, a.Wait)
	defer cancel()
	err = a.Model.WaitFor(waiting, position)
	if err == nil || !errors.Is(waiting.Err(), context.DeadlineExceeded) {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, a.Wait)
	defer cancel()
	switch head, err := a.Journal.Head(asking); {
	case err != nil:
		return err
	case position > head:
		return a.notHappened()
	}
	return a.behind()
}

// AwaitHead waits until the read model has everything that the store has now.
func (a *Access) AwaitHead(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, a.Wait)
	defer cancel()
	head, err := a.Journal.Head(waiting)
	if err != nil {
		return err
	}
	err = a.Model.WaitFor(waiting, head)
	if err != nil && errors.Is(waiting.Err(), context.DeadlineExceeded) {
		return a.behind()
	}
	return err
}
