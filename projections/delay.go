package projections

import (
	"context"
	"errors"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// Lists show a game with a delay to others than its players as Shown has it. The
// status by which they find it is the one that they may know of: so such a game
// stays in the lists of the statuses that it has left until the delay has passed,
// and a page passes over games that are to be seen in another status, or that
// are not to be seen at all yet.
//
// When a list is to be left is told by the events' own times, as the rest of the
// model is.

var delayColumns = []column{
	{"spectator_delay_ms", "INTEGER NOT NULL", byCreation, func(s *Summary) cell { return integer[int64]{&s.SpectatorDelayMS} }},
}

const delaySchema = `
CREATE INDEX games_delayed ON games (updated_at + spectator_delay_ms) WHERE spectator_delay_ms > 0;
CREATE TABLE unlisting (
	list TEXT NOT NULL,
	game INTEGER NOT NULL, -- games.created
	due  INTEGER NOT NULL,
	PRIMARY KEY (list, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX unlisting_due ON unlisting (due);`

const (
	unlistLaterStatement = `INSERT INTO unlisting (list, game, due) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET due = excluded.due`
	unlistDueStatement   = `DELETE FROM lists WHERE (list, game) IN (SELECT list, game FROM unlisting WHERE due <= ?)`
	unlistedStatement    = `DELETE FROM unlisting WHERE due <= ?`
)

// heldLists are the lists that a game with a delay has left too early for
// spectators; the player's own lists are not among them. That somebody has
// joined is seen at once, so none is left for that.
func heldLists(g *Summary, at standing) map[string]bool {
	if g.SpectatorDelayMS == 0 || at.cho == "" || at.han == "" {
		return nil
	}
	held := map[string]bool{}
	for _, status := range passed[at.status] {
		for _, list := range listsOf(g, standing{status: status, cho: at.cho, han: at.han, labels: at.labels}) {
			held[list] = true
		}
		delete(held, ownList(status, at.cho))
		delete(held, ownList(status, at.han))
	}
	for _, list := range listsOf(g, at) {
		delete(held, list)
	}
	return held
}

// passed are the statuses behind a game in which spectators may still see it.
var passed = map[game.Status][]game.Status{
	game.Playing: {game.Setup},
	game.Over:    {game.Setup, game.Playing},
}

// hold keeps a game in the lists that it has left too early.
func (w *writing) hold(row *Summary, held map[string]bool) error {
	for list := range held {
		w.listed = append(w.listed, listing{list, row.Created})
		due := row.UpdatedAt.Add(row.SpectatorDelayMS)
		if err := w.unlistLater.Bind(list, int64(row.Created), int64(due)).Exec(); err != nil {
			return err
		}
	}
	return nil
}

// showDue takes games out of the lists in which they were held for long enough,
// and counts those whose ends may be known of. The newest event's time is the
// present here.
func (w *writing) showDue(changes []change) error {
	var now game.Instant
	for _, c := range changes {
		if c.game != nil {
			now = max(now, c.game.row.UpdatedAt)
		}
	}
	if now == 0 {
		return nil
	}
	if err := w.unlistDueNow.Bind(int64(now)).Exec(); err != nil {
		return err
	}
	if err := w.unlisted.Bind(int64(now)).Exec(); err != nil {
		return err
	}
	return w.exploreDue(now)
}

// holdsBack tells whether there is something in a row that is not shown yet.
func holdsBack(row *Summary, at game.Instant) bool {
	return row.SpectatorDelayMS > 0 && row.UpdatedAt.Add(row.SpectatorDelayMS) > at
}

// orHeldBack lets a game through of which something is held back: the row has it
// as its players see it, so that only its asShown can tell whether it meets the
// condition for others.
func (c condition) orHeldBack(at game.Instant) condition {
	return condition{"(" + c.sql + " OR spectator_delay_ms > 0 AND updated_at + spectator_delay_ms > ?)", append(slices.Clip(c.args), int64(at))}
}

// asShown is a row as a filter's viewer may see it; false where what the filter
// asks for is not to be known of it, or not true any more.
func (m *Model) asShown(ctx context.Context, row *Summary, f Filter) (*Summary, bool, error) {
	if row.SpectatorDelayMS == 0 {
		return row, true, nil
	}
	if holdsBack(row, f.Now) && !row.Seats.Holds(f.Viewer) {
		g, err := m.journal.Load(ctx, row.ID)
		if err != nil {
			return nil, false, err
		}
		g, err = m.journal.Shown(ctx, g, f.Now)
		if errors.Is(err, journal.ErrNotFound) {
			return nil, false, nil // not even that there is such a game
		}
		if err != nil {
			return nil, false, err
		}
		row = Summarize(g, row.Created)
	}
	return row, f.meets(row), nil
}

// meets tells whether a row of a game with a delay, which none made of a record
// has, is what a filter asks for.
func (f Filter) meets(row *Summary) bool {
	for key, value := range f.Labels {
		if row.Labels[key] != value {
			return false
		}
	}
	return (f.Status == "" || f.Status == row.Status) && (f.Since == 0 || row.Position > f.Since) && len(f.Tags) == 0 && f.Facets.meets(row)
}

const shownSinceQuery = `SELECT id FROM games
	WHERE spectator_delay_ms > 0 AND updated_at + spectator_delay_ms > ? AND visibility = 'public' ORDER BY created`

// ShownSince are the ids of the public games with a delay of which something
// comes to be shown after an instant.
func (m *Model) ShownSince(ctx context.Context, since game.Instant) ([]string, error) {
	return m.ids(ctx, shownSinceQuery, int64(since))
}
