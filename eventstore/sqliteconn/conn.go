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
type Conn struct{ driver driver.Conn }

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
	return &Conn{c}, nil
}

// Of is a connection that a pool of database/sql lends with sql.Conn.Raw, and good for
// as long as it is lent. Its statements outlive that, for whoever is lent the same
// connection again.
func Of(raw any) *Conn { return &Conn{raw.(driver.Conn)} }

// Close ends the connection. Its statements must be closed before.
func (c *Conn) Close() error { return c.driver.Close() }

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
	_, err = s.Rows(func(row []driver.Value) bool {
		n, _ = row[0].(int64)
		return false
	})
	return n, err
}

// Statement is a prepared statement with room for its arguments. Those are int64,
// float64, string, []byte or nil.
type Statement struct {
	Args   []driver.NamedValue
	driver driver.Stmt
	row    []driver.Value
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
	return &Statement{Args: args, driver: s}, nil
}

// Close lets go of the statement.
func (s *Statement) Close() error { return s.driver.Close() }

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
// many there were. A row is valid during the call only.
func (s *Statement) Rows(each func(row []driver.Value) bool) (n int, err error) {
	rows, err := s.driver.(driver.StmtQueryContext).QueryContext(background, s.Args)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if s.row == nil {
		s.row = make([]driver.Value, len(rows.Columns()))
	}
	for {
		if err := rows.Next(s.row); err == io.EOF {
			return n, nil
		} else if err != nil {
			return n, err
		}
		n++
		if !each(s.row) {
			return n, nil
		}
	}
}
