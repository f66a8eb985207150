package sqlite

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

// conn is one connection to the file, for one goroutine at a time. It uses the
// driver without database/sql, whose conversions of every value would cost as
// much as reading a row.
type conn struct{ driver.Conn }

// connect opens path, whatever characters it has, with parameters of SQLite's
// URI file names.
func connect(path string, parameters url.Values) (*conn, error) {
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: parameters.Encode()}
	connector, err := sqlite.NewConnector(dsn.String())
	if err != nil {
		return nil, err
	}
	c, err := connector.Connect(background)
	if err != nil {
		return nil, err
	}
	return &conn{c}, nil
}

// script runs statements that have no parameters and whose rows do not matter.
func (c *conn) script(sql string) error {
	_, err := c.Conn.(driver.ExecerContext).ExecContext(background, sql, nil)
	return err
}

// number runs a query that gives one integer; NULL counts as 0.
func (c *conn) number(sql string) (int64, error) {
	s, err := c.prepare(sql, 0)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	var n int64
	_, err = s.rows(func(row []driver.Value) bool {
		n, _ = row[0].(int64)
		return false
	})
	return n, err
}

// statement is a prepared statement with room for its arguments.
type statement struct {
	driver.Stmt
	args []driver.NamedValue
	row  []driver.Value
}

func (c *conn) prepare(sql string, parameters int) (*statement, error) {
	s, err := c.Conn.Prepare(sql)
	if err != nil {
		return nil, fmt.Errorf("%w in %q", err, sql)
	}
	args := make([]driver.NamedValue, parameters)
	for i := range args {
		args[i].Ordinal = i + 1
	}
	return &statement{Stmt: s, args: args}, nil
}

// bind sets all arguments of the next run.
func (s *statement) bind(values ...driver.Value) *statement {
	for i, v := range values {
		s.args[i].Value = v
	}
	return s
}

func (s *statement) exec() error {
	_, err := s.Stmt.(driver.StmtExecContext).ExecContext(background, s.args)
	return err
}

// rows hands the rows to each until it says that it has enough, and tells how
// many there were. A row is valid during the call only.
func (s *statement) rows(each func(row []driver.Value) bool) (n int, err error) {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(background, s.args)
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
