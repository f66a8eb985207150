package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// commit writes changes and how far they bring the model, in one transaction.
func (f *file) commit(changes []change, after progress) error {
	// Not the follower's context: a transaction is short, and one that can be
	// cancelled costs the driver a goroutine for every statement.
	ctx := context.Background()
	tx, err := f.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	defer tx.Rollback() // after Commit it does nothing
	w := writing{statements: &statements{}}
	bound := w.all()
	for i, stmt := range f.written.all() {
		*bound[i] = tx.StmtContext(ctx, *stmt)
	}
	for _, c := range changes {
		if err := w.write(c); err != nil {
			return fmt.Errorf("read model: %w", err)
		}
	}
	if err := w.showDue(changes); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if err := w.flushLists(); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if err := w.flushOpenings(); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if _, err := w.progress.Exec(int64(after.position), after.first, after.last.stream, int64(after.last.revision), after.last.id, int64(after.last.position)); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	f.progress = after
	return nil
}

// writing is a transaction's statements, and what they have yet to write.
type writing struct {
	*statements
	args   []any     // used again for every row
	listed []listing // for flushLists

	openings map[opening]Results // for flushOpenings: what is to be added
}

func (w *writing) write(c change) (err error) {
	switch {
	case c.game != nil && c.game.new:
		err = w.create(c.game)
	case c.game != nil:
		err = w.update(c.game)
	case c.player != nil:
		_, err = w.player.Exec(c.player.ID, c.player.Name, int64(c.player.Revision))
	case c.room != nil:
		_, err = w.room.Exec(c.room.code, c.room.game)
	}
	return err
}

func (w *writing) create(c *gameChange) error {
	row := &c.row
	if _, err := w.insertGame.Exec(w.values(gameColumns, row)...); err != nil {
		return err
	}
	if err := w.explore(c, standing{}); err != nil {
		return err
	}
	return w.relist(row, standing{})
}

func (w *writing) update(c *gameChange) error {
	row := &c.row
	var before standing
	if !c.settled {
		err := w.standing.QueryRow(row.ID, int64(row.Revision)).Scan(&row.Created, &before.status, &before.cho, &before.han, &before.superseded, &before.labels)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil // the row is newer, or missing because its game is damaged
		case err != nil:
			return err
		}
	}
	if _, err := w.updateGame.Exec(append(w.values(changing, row), row.ID, int64(row.Revision))...); err != nil {
		return err
	}
	if c.settled {
		return nil
	}
	if err := w.explore(c, before); err != nil {
		return err
	}
	return w.relist(row, before)
}

func (w *writing) values(columns []column, row *Summary) []any {
	w.args = w.args[:0]
	for _, c := range columns {
		w.args = append(w.args, c.cell(row))
	}
	return w.args
}
