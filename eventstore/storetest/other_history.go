package storetest

import (
	"errors"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

var otherHistoryLaws = []law{
	{"a subscription with marks of this history goes on", func(f *fixture) {
		written := f.interleaved()
		var marks []eventstore.Mark
		for _, r := range written {
			marks = append(marks, r.Mark())
		}
		seen, err := f.followMarked(written[3].Position, marks, total(len(written)-4))
		if err != nil {
			f.Fatal(err)
		}
		f.same("rest", seen, written[4:])
	}},
	{"another event in a mark's place ends a subscription before it yields anything", func(f *fixture) {
		written := f.interleaved()
		for i := range written {
			mark := written[i].Mark()
			mark.ID = uuid.Must(uuid.NewV7())
			marks := []eventstore.Mark{mark}
			for _, r := range written {
				if r.Stream != mark.Stream {
					marks = []eventstore.Mark{r.Mark(), mark}
					break
				}
			}
			seen, err := f.followMarked(f.start, marks, total(len(written)))
			if !errors.Is(err, eventstore.ErrOtherHistory) || len(seen) > 0 {
				f.Fatalf("with another event at %s revision %d: %d events and %v, want ErrOtherHistory", mark.Stream, mark.Revision, len(seen), err)
			}
		}
	}},
}

func (f *fixture) followMarked(after eventstore.Position, marks []eventstore.Mark, enough func([]eventstore.Recorded, bool) bool) ([]eventstore.Recorded, error) {
	return f.take(f.Store.Subscribe(f.ctx, after, marks...), enough)
}
