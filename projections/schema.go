package projections

import "strings"

const (
	// applicationID marks the file as a read model of janggid: "JNGP".
	applicationID = 0x4A4E4750

	// schemaVersion stands in the file's user_version. A change of the tables,
	// or of what is folded into them, needs a new one: a file with another is
	// built anew.
	schemaVersion = 9
)

// schema makes the tables. The only row of progress says how far the events
// are folded, and names the last event folded and some before it, by which the
// store is known again.
func schema() string {
	games := make([]string, len(gameColumns))
	for i, c := range gameColumns {
		games[i] = "\t" + c.name + " " + c.sql
	}
	return "CREATE TABLE games (\n" + strings.Join(games, ",\n") + "\n) STRICT;" + `
CREATE INDEX games_deadline ON games (deadline, created) WHERE deadline > 0;
CREATE TABLE lists (
	list TEXT NOT NULL,
	game INTEGER NOT NULL, -- games.created
	PRIMARY KEY (list, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
	id       TEXT PRIMARY KEY,
	name     TEXT NOT NULL,
	revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE rooms (
	code TEXT PRIMARY KEY,
	game TEXT NOT NULL -- games.id
) STRICT, WITHOUT ROWID;
CREATE TABLE progress (
	one           INTEGER PRIMARY KEY CHECK (one = 1),
	position      INTEGER NOT NULL,
	marks         TEXT NOT NULL, -- as JSON: events of different streams
	damaged       TEXT NOT NULL, -- as JSON: streams that could not be folded
	last_stream   TEXT NOT NULL,
	last_revision INTEGER NOT NULL,
	last_id       TEXT NOT NULL,
	last_position INTEGER NOT NULL
) STRICT;` + delaySchema + explorerTable + explorerLaterTable
}

// names of columns, and as many question marks.
func columnNames(columns []column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}

func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
