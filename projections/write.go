package projections

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// statements are what the writer runs, prepared once.
type statements struct {
	insertGame, updateGame, standing *sql.Stmt
	list, listMany, unlist           *sql.Stmt
	player, room, progress           *sql.Stmt
}

// listedAtOnce is the number of rows of the larger insert into lists.
const listedAtOnce = 16

// changing are the columns that an update sets.
var changing = func() (columns []column) {
	for _, c := range gameColumns {
		if !c.fixed {
			columns = append(columns, c)
		}
	}
	return columns
}()

func prepare(db *sql.DB) (*statements, error) {
	sets := make([]string, len(changing))
	for i, c := range changing {
		sets[i] = c.name + " = ?"
	}
	s := &statements{}
	for _, q := range []struct {
		into **sql.Stmt
		sql  string
	}{
		{&s.insertGame, "INSERT INTO games (" + columnNames(gameColumns) + ") VALUES (" + placeholders(len(gameColumns)) + ")"},
		// A row never goes backwards, whatever it is written from.
		{&s.updateGame, "UPDATE games SET " + strings.Join(sets, ", ") + " WHERE id = ? AND revision <= ?"},
		{&s.standing, "SELECT created, status, coalesce(cho, ''), coalesce(han, '') FROM games WHERE id = ? AND revision <= ?"},
		{&s.list, "INSERT OR IGNORE INTO lists (list, game) VALUES (?, ?)"},
		{&s.listMany, "INSERT OR IGNORE INTO lists (list, game) VALUES (?, ?)" + strings.Repeat(", (?, ?)", listedAtOnce-1)},
		{&s.unlist, "DELETE FROM lists WHERE list = ? AND game = ?"},
		{&s.player, `INSERT INTO players (id, name, revision) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET name = excluded.name, revision = excluded.revision WHERE excluded.revision > revision`},
		{&s.room, "INSERT OR IGNORE INTO rooms (code, game) VALUES (?, ?)"},
		{&s.progress, saveProgress},
	} {
		var err error
		if *q.into, err = db.Prepare(q.sql); err != nil {
			return nil, errors.Join(fmt.Errorf("%w in %q", err, q.sql), s.close())
		}
	}
	return s, nil
}

func (s *statements) all() []**sql.Stmt {
	return []**sql.Stmt{&s.insertGame, &s.updateGame, &s.standing, &s.list, &s.listMany, &s.unlist, &s.player, &s.room, &s.progress}
}

func (s *statements) close() error {
	var errs []error
	for _, stmt := range s.all() {
		if *stmt != nil {
			errs = append(errs, (*stmt).Close())
		}
	}
	return errors.Join(errs...)
}

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
	if err := w.flushLists(); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if _, err := w.progress.Exec(int64(after.position), after.first, after.last.stream, int64(after.last.revision), after.last.id); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("read model: %w", err)
	}
	f.progress = after
	return nil
}

// writing is a transaction's statements.
type writing struct {
	*statements
	args   []any // used again for every row
	listed []listing
}

// listing is a game's place in a list.
type listing struct {
	list string
	game eventstore.Position
}

func (w *writing) write(c change) (err error) {
	switch {
	case c.game != nil && c.game.new:
		err = w.create(&c.game.row)
	case c.game != nil:
		err = w.update(&c.game.row, c.game.settled)
	case c.player != nil:
		_, err = w.player.Exec(c.player.ID, c.player.Name, int64(c.player.Revision))
	case c.room != nil:
		_, err = w.room.Exec(c.room.code, c.room.game)
	}
	return err
}

func (w *writing) create(row *Summary) error {
	if _, err := w.insertGame.Exec(w.values(gameColumns, row)...); err != nil {
		return err
	}
	return w.relist(row, standing{})
}

func (w *writing) update(row *Summary, settled bool) error {
	var before standing
	if !settled {
		err := w.standing.QueryRow(row.ID, int64(row.Revision)).Scan(&row.Created, &before.status, &before.cho, &before.han)
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
	if settled {
		return nil
	}
	return w.relist(row, before)
}

// relist moves a game from the lists in which it stood to those in which it is
// to stand.
func (w *writing) relist(row *Summary, before standing) error {
	after := standing{row.Status, row.Seats[janggi.Cho].ID, row.Seats[janggi.Han].ID}
	if before == after {
		return nil
	}
	keep := map[string]bool{}
	for _, list := range listsOf(row, after) {
		keep[list] = true
	}
	for _, list := range listsOf(row, before) {
		if keep[list] {
			delete(keep, list)
		} else if _, err := w.unlist.Exec(list, int64(row.Created)); err != nil {
			return err
		}
	}
	for list := range keep {
		w.listed = append(w.listed, listing{list, row.Created})
	}
	return nil
}

// flushLists writes the places that games of the transaction came to have, in
// the order of the table, so that neighbours are written to the same page.
func (w *writing) flushLists() error {
	slices.SortFunc(w.listed, func(a, b listing) int {
		if a.list != b.list {
			return strings.Compare(a.list, b.list)
		}
		return cmp.Compare(a.game, b.game)
	})
	for chunk := range slices.Chunk(w.listed, listedAtOnce) {
		w.args = w.args[:0]
		for _, l := range chunk {
			w.args = append(w.args, l.list, int64(l.game))
		}
		if len(chunk) == listedAtOnce {
			if _, err := w.listMany.Exec(w.args...); err != nil {
				return err
			}
			continue
		}
		for i := 0; i < len(w.args); i += 2 {
			if _, err := w.list.Exec(w.args[i : i+2]...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writing) values(columns []column, row *Summary) []any {
	w.args = w.args[:0]
	for _, c := range columns {
		w.args = append(w.args, c.cell(row))
	}
	return w.args
}
