// Package sqliteconn is one connection to a SQLite database, for one goroutine
// at a time, past database/sql, whose conversions of every value and locks
// around every statement cost as much as reading or writing a row.
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

// background is the context of all statements: they are short, and a context
// that can end would cost the driver a goroutine for each.
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

// Of wraps a connection obtained with sql.Conn.Raw, valid only during that
// call. Its statements stay prepared for the next user of the same connection.
func Of(raw any) *Conn { return &Conn{driver: raw.(driver.Conn)} }

// Close closes the connection and its remaining statements. A statement must
// not outlive its connection: SQLite would crash the process when finalizing
// it. Close may be called again.
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

// Rollback ends a transaction that failed. Some errors have ended it already;
// then there is nothing to roll back, and that is no news.
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

// Statement is a prepared statement with room for its arguments. Those are
// int64, float64, string, []byte or nil.
type Statement struct {
	Args   []driver.NamedValue
	driver driver.Stmt
	conn   *Conn
	row    Row
}

// Prepare prepares a statement with a number of parameters. Its error includes
// the SQL.
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

// Bind sets the first arguments of the next run; the others keep their values.
// It panics if there are more values than parameters.
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

// Rows calls each for the rows until it returns false, and returns their
// number. A row is valid only during the call. After a *ColumnError, values
// read from the last row must not be used.
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
