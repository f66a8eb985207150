// Package sqliteconn is one connection to a SQLite database, for one goroutine at a
// time, past database/sql, whose conversions of every value and locks around every
// statement cost as much as reading or writing a row.
package sqliteconn

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"

	"modernc.org/sqlite"
)

// background is the context of all statements: they are short, and a context that
// can end would cost the driver a goroutine for each.
var background = context.Background()

// Conn is a connection.
type Conn struct {
	driver driver.Conn
	open   map[*Statement]struct{} // nil for a connection that is lent
}

// Open opens the file at a path, whatever characters it has, with parameters of
// SQLite's URI file names.
func Open(path string, parameters url.Values) (*Conn, error) {
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: parameters.Encode()}
	connector, err := sqlite.NewConnector(dsn.String())
	if err != nil {
		return nil, err
	}
	c, err := connector.Connect(background)
	if err != nil {
		return nil, err
	}
	return &Conn{driver: c, open: map[*Statement]struct{}{}}, nil
}

// Of is a connection that a pool of database/sql lends with sql.Conn.Raw, and good for
// as long as it is lent. Its statements outlive that, for whoever is lent the same
// connection again.
func Of(raw any) *Conn { return &Conn{driver: raw.(driver.Conn)} }

// Close closes what is left of the connection's statements and ends it. A
// statement must not outlive its connection in SQLite: finalizing one then ends
// the process. It may be called again.
func (c *Conn) Close() error {
	var errs []error
	for s := range c.open {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.driver.Close())...)
}

// Script runs statements that have no parameters and whose rows do not matter.
func (c *Conn) Script(sql string) error {
	_, err := c.driver.(driver.ExecerContext).ExecContext(background, sql, nil)
	return err
}

// Rollback ends a transaction that failed. Some errors have ended it already; then
// there is nothing to roll back, and that is no news.
func (c *Conn) Rollback() { _ = c.Script("ROLLBACK") }

// Number runs a query that gives one integer; NULL counts as 0.
func (c *Conn) Number(sql string) (int64, error) {
	s, err := c.Prepare(sql, 0)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	var n int64
	_, err = s.Rows(func(row *Row) bool {
		if !row.Null(0) {
			n = row.Int(0)
		}
		return false
	})
	return n, err
}

// Statement is a prepared statement with room for its arguments. Those are int64,
// float64, string, []byte or nil.
type Statement struct {
	Args   []driver.NamedValue
	driver driver.Stmt
	conn   *Conn
	row    Row
}

// Prepare makes a statement that has so many parameters. Its error tells the SQL.
func (c *Conn) Prepare(sql string, parameters int) (*Statement, error) {
	s, err := c.driver.Prepare(sql)
	if err != nil {
		return nil, fmt.Errorf("%w in %q", err, sql)
	}
	args := make([]driver.NamedValue, parameters)
	for i := range args {
		args[i].Ordinal = i + 1
	}
	statement := &Statement{Args: args, driver: s, conn: c}
	if c.open != nil {
		c.open[statement] = struct{}{}
	}
	return statement, nil
}

// Close lets go of the statement. It may be called again, and after the
// connection's Close.
func (s *Statement) Close() error {
	delete(s.conn.open, s)
	return s.driver.Close()
}

// Bind sets the arguments of the next run, from the first on; further ones stay as they
// were. It panics when there are more than the statement has parameters.
func (s *Statement) Bind(values ...driver.Value) *Statement {
	for i, v := range values {
		s.Args[i].Value = v
	}
	return s
}

// Exec runs the statement. Its rows do not matter.
func (s *Statement) Exec() error {
	_, err := s.driver.(driver.StmtExecContext).ExecContext(background, s.Args)
	return err
}

// Rows hands the rows to each until it says that it has enough, and tells how
// many there were. A row is valid during the call only. After a *ColumnError
// what each took from the last row is not to be used.
func (s *Statement) Rows(each func(row *Row) bool) (n int, err error) {
	rows, err := s.driver.(driver.StmtQueryContext).QueryContext(background, s.Args)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if s.row.values == nil {
		s.row.values = make([]driver.Value, len(rows.Columns()))
	}
	s.row.err = nil
	for {
		if err := rows.Next(s.row.values); err == io.EOF {
			return n, nil
		} else if err != nil {
			return n, err
		}
		n++
		if more := each(&s.row); s.row.err != nil || !more {
			return n, s.row.err
		}
	}
}
