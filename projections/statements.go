package projections

import (
	"errors"
	"strings"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// statements are what the writer runs, prepared once.
type statements struct {
	all                               []*sqliteconn.Statement
	begin, end                        *sqliteconn.Statement
	insertGame, updateGame, playTurns *sqliteconn.Statement
	standing, tags                    *sqliteconn.Statement
	list, listMany, unlist            *sqliteconn.Statement
	unlistLater, unlistDueNow         *sqliteconn.Statement
	unlisted                          *sqliteconn.Statement
	exploreOne, exploreMany, forget   *sqliteconn.Statement
	laterOne, laterDue, laterTaken    *sqliteconn.Statement
	player, room, progress            *sqliteconn.Statement
	leave                             leavingStatements
}

// changing are the columns that an update sets, turning those that one sets of a
// game in which nothing but turns happened.
var (
	changing = gameColumnsSet(byTurns, byOthers)
	turning  = gameColumnsSet(byTurns)
)

// query is a statement's text, and where it goes once it is prepared.
type query struct {
	into **sqliteconn.Statement
	sql  string
}

func prepare(c *sqliteconn.Conn) (*statements, error) {
	s := &statements{}
	for _, q := range append([]query{
		{&s.begin, "BEGIN IMMEDIATE"},
		{&s.end, "COMMIT"},
		{&s.insertGame, "INSERT INTO games (" + columnNames(gameColumns) + ") VALUES (" + placeholders(len(gameColumns)) + ")"},
		{&s.updateGame, updateOf(changing)},
		{&s.playTurns, updateOf(turning)},
		{&s.standing, "SELECT created, status, coalesce(cho, ''), coalesce(han, ''), coalesce(superseded_by, ''), labels FROM games WHERE id = ? AND revision <= ?"},
		{&s.tags, "SELECT tags FROM games WHERE created = ?"},
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
	}, s.leave.queries()...) {
		var err error
		if *q.into, err = c.Prepare(q.sql, strings.Count(q.sql, "?")); err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.all = append(s.all, *q.into)
	}
	return s, nil
}

// updateOf sets columns of a game's row. A row never goes backwards, whatever it
// is written from.
func updateOf(columns []column) string {
	sets := make([]string, len(columns))
	for i, c := range columns {
		sets[i] = c.name + " = ?"
	}
	return "UPDATE games SET " + strings.Join(sets, ", ") + " WHERE id = ? AND revision <= ?"
}

func (s *statements) close() error {
	var errs []error
	for _, stmt := range s.all {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}
