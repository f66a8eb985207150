package projections

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// A public game with a delay is over for everybody only when the delay has
// passed since its end. What was played in it stands in a table of its own until
// then, with the instant from which it counts; Explore adds what is due. Events
// of a later time fold it into the explorer, so that the table stays small. All
// of it follows from the events' own times, as the rest of the model does.

const (
	explorerLaterTable = `
CREATE TABLE explorer_later (
	position BLOB NOT NULL,
	due      INTEGER NOT NULL, -- when the end may be known of
	game     INTEGER NOT NULL, -- games.created
	move     TEXT NOT NULL,
	cho      INTEGER NOT NULL,
	han      INTEGER NOT NULL,
	draw     INTEGER NOT NULL,
	none     INTEGER NOT NULL,
	PRIMARY KEY (position, due, game, move)
) STRICT, WITHOUT ROWID;
CREATE INDEX explorer_due ON explorer_later (due);
`
	exploreLater  = "INSERT INTO explorer_later (position, due, game, move, cho, han, draw, none) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
	explorerDue   = "SELECT position, move, cho, han, draw, none FROM explorer_later WHERE due <= ?"
	explorerTaken = "DELETE FROM explorer_later WHERE due <= ?"
)

// endShown is when others than its players may know of the end of a game that is
// over; 0 where they may at once. What came after the end, such as labels, does
// not put it off.
func (m *Model) endShown(ctx context.Context, g *journal.Game) (game.Instant, error) {
	if g.State.SpectatorDelayMS == 0 {
		return 0, nil
	}
	var at game.Instant
	for r, err := range m.journal.Events(ctx, g, 0) {
		if err != nil {
			return 0, err
		}
		metadata, err := journal.PublicMetadata(r.Metadata)
		if err != nil {
			return 0, fmt.Errorf("%w: %s revision %d: %w", journal.ErrDamaged, r.Stream, r.Revision, err)
		}
		at = max(at, metadata.Time)
		if r.Type == (game.Ended{}).EventType() {
			break
		}
	}
	return g.State.ShownFrom(at), nil
}

// exploreLater keeps what was played in a game until its end may be known of.
func (w *writing) exploreLater(c *gameChange) error {
	for _, o := range c.openings {
		var r Results
		r[c.row.Outcome.Result]++
		key := []driver.Value{o.position[:], int64(c.endShown), int64(c.row.Created), o.move.String()}
		if err := w.laterOne.Bind(append(key, r.values()...)...).Exec(); err != nil {
			return err
		}
	}
	return nil
}

// exploreDue counts the games whose ends everybody may know of by now.
func (w *writing) exploreDue(now game.Instant) error {
	var failed error
	n, err := w.laterDue.Bind(int64(now)).Rows(func(row *sqliteconn.Row) bool {
		o := opening{position: row.Array16(0)}
		if o.move, failed = janggi.ParseMove(row.Text(1)); failed != nil {
			return false
		}
		var r Results
		for i, result := range resultColumns {
			r[result] = int(row.Int(2 + i))
		}
		w.count(o, r)
		return true
	})
	if err := errors.Join(err, failed); err != nil || n == 0 {
		return err
	}
	return w.laterTaken.Bind(int64(now)).Exec()
}
