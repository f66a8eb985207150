package projections

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// statements are what the writer runs, prepared once.
type statements struct {
	insertGame, updateGame, standing *sql.Stmt
	list, listMany, unlist           *sql.Stmt
	unlistLater, unlistDueNow        *sql.Stmt
	unlisted                         *sql.Stmt
	exploreOne, exploreMany, forget  *sql.Stmt
	laterOne, laterDue, laterTaken   *sql.Stmt
	player, room, progress           *sql.Stmt
}

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
		{&s.standing, "SELECT created, status, coalesce(cho, ''), coalesce(han, ''), coalesce(superseded_by, ''), labels FROM games WHERE id = ? AND revision <= ?"},
		{&s.list, "INSERT OR IGNORE INTO lists (list, game) VALUES (?, ?)"},
		{&s.listMany, "INSERT OR IGNORE INTO lists (list, game) VALUES (?, ?)" + strings.Repeat(", (?, ?)", listedAtOnce-1)},
		{&s.unlist, "DELETE FROM lists WHERE list = ? AND game = ?"},
		{&s.unlistLater, unlistLaterStatement},
		{&s.unlistDueNow, unlistDueStatement},
		{&s.unlisted, unlistedStatement},
		{&s.player, `INSERT INTO players (id, name, revision) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET name = excluded.name, revision = excluded.revision WHERE excluded.revision > revision`},
		{&s.room, "INSERT OR IGNORE INTO rooms (code, game) VALUES (?, ?)"},
		{&s.exploreOne, explorerUpsert + explorerAdd},
		{&s.exploreMany, explorerUpsert + strings.Repeat(", (?, ?, ?, ?, ?, ?)", exploredAtOnce-1) + explorerAdd},
		{&s.forget, explorerForget},
		{&s.laterOne, exploreLater},
		{&s.laterDue, explorerDue},
		{&s.laterTaken, explorerTaken},
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
	return []**sql.Stmt{&s.insertGame, &s.updateGame, &s.standing, &s.list, &s.listMany, &s.unlist, &s.unlistLater, &s.unlistDueNow, &s.unlisted, &s.player, &s.room, &s.exploreOne, &s.exploreMany, &s.forget, &s.laterOne, &s.laterDue, &s.laterTaken, &s.progress}
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
