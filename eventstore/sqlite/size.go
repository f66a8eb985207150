package sqlite

import (
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

// maxAppend bounds the bytes of one append. SQLite takes up to 1e9 in one row; the
// bound is far lower because others wait while an append is written.
const maxAppend = 64 << 20

func checkSize(events []eventstore.Event) error {
	if size := bytesOf(events); size > maxAppend {
		return fmt.Errorf("%w: %d bytes, at most %d", eventstore.ErrTooLarge, size, maxAppend)
	}
	return nil
}

func bytesOf(events []eventstore.Event) int {
	size := 0
	for i := range events {
		size += len(events[i].Type) + len(events[i].Data) + len(events[i].Metadata)
	}
	return size
}

func bytesOfAll(group []*request) int {
	size := 0
	for _, r := range group {
		size += bytesOf(r.events)
	}
	return size
}
