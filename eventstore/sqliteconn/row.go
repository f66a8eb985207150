package sqliteconn

import (
	"database/sql/driver"
	"fmt"
)

// Row is a row of a result. The values that it gives are valid during the call
// that got it only.
//
// A column of another type than the one asked for gives the zero value, and
// Rows then ends with a *ColumnError: in a damaged file any value may have any
// type.
type Row struct {
	values []driver.Value
	err    error // the first
}

// ColumnError says that a column holds a value of another type than its table
// allows, as in a damaged file.
type ColumnError struct {
	Column int // from 0
	Got    string
	Want   string
}

func (e *ColumnError) Error() string {
	return fmt.Sprintf("damaged file: column %d holds %s where %s should be", e.Column, e.Got, e.Want)
}

// Null reports whether a column is NULL.
func (r *Row) Null(column int) bool { return r.values[column] == nil }

// Int gives an integer.
func (r *Row) Int(column int) int64 {
	n, ok := r.values[column].(int64)
	if !ok {
		r.fail(column, "an integer")
	}
	return n
}

// Text gives a text.
func (r *Row) Text(column int) string {
	s, ok := r.values[column].(string)
	if !ok {
		r.fail(column, "a text")
	}
	return s
}

// Blob gives bytes, which stay valid.
func (r *Row) Blob(column int) []byte {
	b, ok := r.values[column].([]byte)
	if !ok {
		r.fail(column, "bytes")
	}
	return b
}

// Array16 gives 16 bytes.
func (r *Row) Array16(column int) (a [16]byte) {
	if b, ok := r.values[column].([]byte); ok && len(b) == len(a) {
		return [16]byte(b)
	}
	r.fail(column, "16 bytes")
	return a
}

func (r *Row) fail(column int, want string) {
	if r.err != nil {
		return
	}
	got := fmt.Sprintf("%T", r.values[column])
	switch v := r.values[column].(type) {
	case nil:
		got = "NULL"
	case []byte:
		got = fmt.Sprintf("%d bytes", len(v))
	}
	r.err = &ColumnError{Column: column, Got: got, Want: want}
}
