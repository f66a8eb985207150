package sqlite

import (
	"strings"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

const (
	// rowsAtOnce is the number of rows of the larger insert statement. Eight
	// rows give most of the gain, and groups are often that small.
	rowsAtOnce = 8
	columns    = 9
)

// inserter collects rows of table events and inserts several with one
// statement.
type inserter struct {
	many, one *sqliteconn.Statement
	sum       summer
	pending   int                   // rows bound to many so far
	ids       [rowsAtOnce * 16]byte // of those rows; many is bound to them once and for all
}

func newInserter(c *sqliteconn.Conn) (*inserter, error) {
	const into, row = "INSERT INTO events (position, stream, revision, previous, id, type, data, metadata, checksum) VALUES ", "(?,?,?,?,?,?,?,?,?)"
	many, err := c.Prepare(into+row+strings.Repeat(","+row, rowsAtOnce-1), rowsAtOnce*columns)
	if err != nil {
		return nil, err
	}
	one, err := c.Prepare(into+row, columns)
	if err != nil {
		return nil, err
	}
	i := &inserter{many: many, one: one}
	for row := range rowsAtOnce {
		many.Args[row*columns+4].Value = i.ids[row*16 : (row+1)*16]
	}
	return i, nil
}

// add adds an event at a position, after the head of its stream.
func (i *inserter) add(position int64, at head, e *writtenEvent) error {
	args := i.many.Args[i.pending*columns:]
	args[0].Value = position
	args[1].Value = at.stream
	args[2].Value = int64(at.next)
	args[3].Value = at.position
	copy(i.ids[i.pending*16:], e.id[:])
	args[5].Value = e.kind
	args[6].Value = e.data
	args[7].Value = e.metadata
	args[8].Value = i.sum.ofTexts(&row{position, int64(at.next), at.position, e.id, e.stream, e.kind}, e.data, e.metadata)
	if i.pending++; i.pending < rowsAtOnce {
		return nil
	}
	i.pending = 0
	return i.many.Exec()
}

// flush inserts the rows that are left.
func (i *inserter) flush() error {
	for row := range i.pending {
		for c := range columns {
			i.one.Args[c].Value = i.many.Args[row*columns+c].Value
		}
		if err := i.one.Exec(); err != nil {
			return err
		}
	}
	i.pending = 0
	return nil
}

// discard drops the rows that are left.
func (i *inserter) discard() { i.pending = 0 }
