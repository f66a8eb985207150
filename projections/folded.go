package projections

import (
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// Folded tells up to which event the read model at a path is folded, which may be
// in use. It is zero if there is none, or none that can be read.
func Folded(path string) eventstore.Position {
	c, err := sqliteconn.OpenToRead(path)
	if err != nil {
		return 0
	}
	defer c.Close()
	if application, err := c.Number("PRAGMA application_id"); err != nil || application != applicationID {
		return 0
	}
	position, err := c.Number("SELECT position FROM progress")
	if err != nil {
		return 0
	}
	return eventstore.Position(position)
}
