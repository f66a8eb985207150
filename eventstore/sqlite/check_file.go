package sqlite

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// bounds finds out which events there should be.
func (k *checker) bounds() (err error) {
	if k.saved, err = k.reader.conn.Number(savedHeads); err != nil {
		return fmt.Errorf("table heads cannot be read: %w", err)
	}
	rows, err := k.reader.conn.Number("SELECT count(*) FROM heads WHERE one = 1")
	if err == nil && rows != 1 {
		k.report.finding("table heads has no row")
	}
	last, err := lastPosition(k.reader.conn, k.version)
	if err != nil {
		err = fmt.Errorf("the end of table events cannot be read: %w", err)
	}
	told, _, _ := readHead(k.path)
	k.report.Last = eventstore.Position(last)
	k.last, k.most = max(last, told, k.saved), sizeOf(k.path)/leastEventBytes
	if k.version >= 3 {
		closed, failed := k.reader.conn.Number("SELECT count(*) FROM opened WHERE one = 1 AND cookie = 0")
		k.closed = failed == nil && closed == 1
	}
	if err == nil && (k.saved > last || k.closed && k.saved < last && len(k.report.Deleted) == 0) {
		k.report.finding("table heads tells of event %d, the last is %d", k.saved, last)
	}
	return err
}

// leastEventBytes is a lower bound for an event or its tombstone in the file.
const leastEventBytes = 8

func sizeOf(path string) (size int64) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size
}

// schema compares the file's tables with those that this version makes.
func (k *checker) schema() error {
	want, err := schemaOf(k.version)
	if err != nil {
		return err
	}
	got, err := schemaIn(k.reader.conn)
	if err != nil {
		return fmt.Errorf("the schema cannot be read: %w", err)
	}
	for _, sql := range want {
		if !slices.Contains(got, sql) {
			k.report.finding("the schema has not, or not as it should be: %s", firstLine(sql))
		}
	}
	return nil
}

// pages has SQLite check the structure of the file, its index, and the types of
// all values.
func (k *checker) pages() error {
	const most = 100
	s, err := k.reader.conn.Prepare(fmt.Sprintf("PRAGMA integrity_check(%d)", most), 0)
	if err != nil {
		return fmt.Errorf("the pages cannot be checked: %w", err)
	}
	defer s.Close()
	n, err := s.Rows(func(r *sqliteconn.Row) bool {
		if text := r.Text(0); text != "ok" {
			k.report.finding("%s", text)
		}
		return true
	})
	if n == most {
		k.report.finding("SQLite found more than these %d faults", most)
	}
	if err != nil {
		return fmt.Errorf("the pages cannot be checked to the end: %w", err)
	}
	return nil
}

// tombstones reads the deleted events.
func (k *checker) tombstones() error {
	s, err := k.reader.conn.Prepare("SELECT stream, revision, position FROM tombstones ORDER BY stream, position", 0)
	if err != nil {
		return err
	}
	defer s.Close()
	next := map[string]int64{}
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		stream := r.Text(0)
		k.buried[r.Int(2)] = true
		if stream == "" {
			return true // from before schema 3
		}
		if r.Int(1) != next[stream] {
			k.report.finding("revision %d of stream %s was deleted, and revision %d before it was not", r.Int(1), stream, next[stream])
		}
		next[stream] = r.Int(1) + 1
		return true
	})
	k.report.Deleted = slices.Sorted(maps.Keys(next))
	if err != nil {
		return fmt.Errorf("table tombstones cannot be read: %w", err)
	}
	return nil
}

// schemaOf gives the statements of a file of a version, as SQLite keeps them.
func schemaOf(version int64) ([]string, error) {
	c, err := sqliteconn.Open("schema", url.Values{"mode": {"memory"}})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	script := schema2
	if version >= 3 {
		script += schema3
	}
	if err := c.Script(script); err != nil {
		return nil, err
	}
	return schemaIn(c)
}

func schemaIn(c *sqliteconn.Conn) (statements []string, err error) {
	s, err := c.Prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", 0)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		statements = append(statements, r.Text(0))
		return true
	})
	return statements, err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
