package projections

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// commit writes changes and how far they bring the model, in one transaction.
func (f *file) commit(changes []change, after progress) error {
	err := f.onWriter(func(c *sqliteconn.Conn, s *statements) error {
		w := writing{statements: s}
		err := w.transaction(changes, after)
		if err != nil {
			c.Rollback()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	f.progress = after
	return nil
}

// writing is a transaction's statements, and what they have yet to write.
type writing struct {
	*statements
	listed   []listing           // for flushLists
	openings map[opening]Results // for flushOpenings: what is to be added
}

func (w *writing) transaction(changes []change, after progress) error {
	if err := w.begin.Exec(); err != nil {
		return err
	}
	for _, c := range changes {
		if err := w.write(c); err != nil {
			return err
		}
	}
	if err := w.flushLists(); err != nil {
		return err
	}
	if err := w.showDue(changes); err != nil {
		return err
	}
	if err := w.flushOpenings(); err != nil {
		return err
	}
	marks, damaged, err := after.texts()
	if err != nil {
		return err
	}
	if err := w.progress.Bind(int64(after.position), marks, damaged, after.last.stream, int64(after.last.revision), after.last.id, int64(after.last.position)).Exec(); err != nil {
		return err
	}
	return w.end.Exec()
}

func (w *writing) write(c change) error {
	switch {
	case c.left != nil:
		return w.leaveOut(c.left)
	case c.game != nil && c.game.new:
		return w.create(c.game)
	case c.game != nil && c.game.settled:
		return set(w.playTurns, turning, &c.game.row)
	case c.game != nil:
		return w.update(c.game)
	case c.player != nil:
		return w.player.Bind(c.player.ID, c.player.Name, int64(c.player.Revision)).Exec()
	case c.room != nil:
		return w.room.Bind(c.room.code, c.room.game).Exec()
	}
	return nil
}

func (w *writing) create(c *gameChange) error {
	row := &c.row
	if err := bindCells(w.insertGame, gameColumns, row); err != nil {
		return err
	}
	if err := w.insertGame.Exec(); err != nil {
		return err
	}
	if err := w.explore(c, standing{}); err != nil {
		return err
	}
	return w.relist(row, standing{})
}

func (w *writing) update(c *gameChange) error {
	row := &c.row
	before, found, err := w.standingBefore(row)
	if err != nil || !found {
		return err // the row is newer, or missing because its game is damaged
	}
	if err := set(w.updateGame, changing, row); err != nil {
		return err
	}
	if err := w.explore(c, before); err != nil {
		return err
	}
	if row.Source != nil && before != standingOf(row) {
		if err := w.readTags(row); err != nil {
			return err
		}
	}
	return w.relist(row, before)
}

// readTags reads the tags of a game that is there already: they name its lists.
func (w *writing) readTags(row *Summary) (err error) {
	_, failed := w.tags.Bind(int64(row.Created)).Rows(func(r *sqliteconn.Row) bool {
		if row.Tags = nil; !r.Null(0) {
			if err = (tags{&row.Tags}).Scan(r.Text(0)); err != nil {
				err = badRow(err)
			}
		}
		return false
	})
	return errors.Join(failed, err)
}

// standingBefore gives what the table has of a game, and tells the row its place
// in lists.
func (w *writing) standingBefore(row *Summary) (before standing, found bool, err error) {
	_, err = w.standing.Bind(row.ID, int64(row.Revision)).Rows(func(r *sqliteconn.Row) bool {
		row.Created = eventstore.Position(r.Int(0))
		before = standing{
			status:     game.Status(r.Text(1)),
			cho:        r.Text(2),
			han:        r.Text(3),
			superseded: r.Text(4),
			labels:     r.Text(5),
		}
		found = true
		return false
	})
	return before, found, err
}

// set runs a statement of updateOf.
func set(s *sqliteconn.Statement, columns []column, row *Summary) error {
	if err := bindCells(s, columns, row); err != nil {
		return err
	}
	s.Args[len(columns)].Value = row.ID
	s.Args[len(columns)+1].Value = int64(row.Revision)
	return s.Exec()
}

// bindCells sets a statement's first arguments.
func bindCells(s *sqliteconn.Statement, columns []column, row *Summary) (err error) {
	for i, c := range columns {
		if s.Args[i].Value, err = c.cell(row).Value(); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return nil
}
