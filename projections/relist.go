package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/janggid/janggid/eventstore"
)

// listedAtOnce is the number of rows of the larger insert into lists.
const listedAtOnce = 16

// listing is a game's place in a list.
type listing struct {
	list string
	game eventstore.Position
}

// relist moves a game from the lists in which it stood to those in which it is
// to stand.
func (w *writing) relist(row *Summary, before standing) error {
	after := standingOf(row)
	if before == after {
		return nil
	}
	keep := map[string]bool{}
	for _, list := range listsOf(row, after) {
		keep[list] = true
	}
	held := heldLists(row, after)
	for _, list := range listsOf(row, before) {
		if keep[list] {
			delete(keep, list)
		} else if held[list] {
			continue
		} else if err := w.unlist.Bind(list, int64(row.Created)).Exec(); err != nil {
			return err
		}
	}
	for list := range keep {
		w.listed = append(w.listed, listing{list, row.Created})
	}
	return w.hold(row, held)
}

// flushLists writes the places that games of the transaction came to have, in
// the order of the table, so that neighbours are written to the same page.
func (w *writing) flushLists() error {
	slices.SortFunc(w.listed, func(a, b listing) int {
		if a.list != b.list {
			return strings.Compare(a.list, b.list)
		}
		return cmp.Compare(a.game, b.game)
	})
	for chunk := range slices.Chunk(w.listed, listedAtOnce) {
		if len(chunk) == listedAtOnce {
			for i, l := range chunk {
				w.listMany.Args[2*i].Value, w.listMany.Args[2*i+1].Value = l.list, int64(l.game)
			}
			if err := w.listMany.Exec(); err != nil {
				return err
			}
			continue
		}
		for _, l := range chunk {
			if err := w.list.Bind(l.list, int64(l.game)).Exec(); err != nil {
				return err
			}
		}
	}
	return nil
}
