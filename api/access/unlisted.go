package access

import (
	"context"
	"errors"
	"time"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// Streams hear of events before lists show them. A stream that begins with a list
// takes from the store what the list lacks, so that it misses nothing, and needs
// no read model that can be written.

const (
	// listsPatience is how long a stream waits for lists before it asks the store.
	listsPatience = 200 * time.Millisecond

	// maxUnlisted is how many events a stream reads in place of lists.
	maxUnlisted = 200_000
)

// UnlistedGames are the games of which lists may not show the last events.
type UnlistedGames struct {
	Games map[string]*journal.Game
	upTo  eventstore.Position // no game has an event up to here that neither lists nor Games have
}

// Unlisted finds those of a kind that have events which lists lack.
func (a *Access) Unlisted(ctx context.Context, wanted func(*journal.Game) bool) (u UnlistedGames, err error) {
	waiting, cancel := context.WithTimeout(ctx, listsPatience)
	defer cancel()
	_ = a.Model.WaitFor(waiting, a.Events.Position()) // what they lack then is read below
	u.upTo = a.Model.Position()
	head, err := a.Journal.Head(ctx)
	if err != nil || head <= u.upTo {
		return u, err
	}
	n := 0
	for r, err := range a.Journal.All(ctx, u.upTo) {
		if err != nil {
			return u, err
		}
		if n++; n > maxUnlisted {
			return u, a.behind()
		}
		u.upTo = max(u.upTo, r.Position)
		g, err := a.gameOf(ctx, r)
		if err != nil {
			return u, err
		}
		if g != nil && wanted(g) {
			if u.Games == nil {
				u.Games = map[string]*journal.Game{}
			}
			u.Games[g.ID] = g
		}
	}
	return u, nil
}

// gameOf is the game of an event, as of the event or later; nil for an event of
// another stream, and where the game is damaged or gone.
func (a *Access) gameOf(ctx context.Context, r eventstore.Recorded) (*journal.Game, error) {
	id, ok := journal.GameID(r.Stream)
	if !ok || !journal.IsGameID(id) {
		return nil, nil
	}
	g, err := a.Journal.Observe(ctx, r)
	if errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrNotFound) || errors.Is(err, eventstore.ErrDeleted) {
		return nil, nil
	}
	return g, err
}

// takeOut leaves in a page what lists show as it stands.
func (u UnlistedGames) takeOut(page *projections.Page) {
	page.Position = max(page.Position, u.upTo)
	listed := page.Games[:0]
	for _, g := range page.Games {
		if u.Games[g.ID] == nil {
			listed = append(listed, g)
		}
	}
	page.Games = listed
}

// page has the games that a filter by status and position asks for.
func (u UnlistedGames) page(f projections.Filter) projections.Page {
	page := projections.Page{Position: u.upTo}
	for _, g := range u.Games {
		if (f.Status == "" || f.Status == g.State.Status) && g.Position > f.Since {
			page.Games = append(page.Games, *projections.Summarize(g, 0))
		}
	}
	return page
}
