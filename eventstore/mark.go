package eventstore

import (
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Mark is an event that a reader remembers to recognize a history by. Streams
// begin alike after a backup was restored, but a revision written again holds
// another event.
type Mark struct {
	Stream   string
	Revision uint64
	ID       uuid.UUID
}

// Mark is what to remember of an event.
func (r Recorded) Mark() Mark { return Mark{r.Stream, r.Revision, r.ID} }

// marksKept is how many marks of each kind are kept. More than one, since a stream
// may be deleted, and its mark then says nothing.
const marksKept = 4

// Marks are the last events of different streams that a reader has seen. The zero
// value keeps those of all streams alike.
type Marks struct {
	preferred, others []Mark // oldest first
	prefix            string
}

// NewMarks keeps the marks of streams with a prefix apart, and gives them first.
func NewMarks(prefix string, marks ...Mark) *Marks {
	m := &Marks{prefix: prefix}
	for _, mark := range slices.Backward(marks) {
		m.Add(mark)
	}
	return m
}

// Add takes a mark in: the newest.
func (m *Marks) Add(mark Mark) {
	kind := &m.others
	if m.prefix != "" && strings.HasPrefix(mark.Stream, m.prefix) {
		kind = &m.preferred
	}
	for i := range *kind {
		if (*kind)[i].Stream == mark.Stream {
			copy((*kind)[i:], (*kind)[i+1:])
			(*kind)[len(*kind)-1] = mark
			return
		}
	}
	if len(*kind) == marksKept {
		copy(*kind, (*kind)[1:])
		(*kind)[marksKept-1] = mark
		return
	}
	*kind = append(*kind, mark)
}

// Forget drops the mark of a stream.
func (m *Marks) Forget(stream string) {
	of := func(mark Mark) bool { return mark.Stream == stream }
	m.preferred, m.others = slices.DeleteFunc(m.preferred, of), slices.DeleteFunc(m.others, of)
}

// All gives the marks: preferred streams first, and of each kind the newest first.
func (m *Marks) All() []Mark {
	all := make([]Mark, 0, len(m.preferred)+len(m.others))
	for _, kind := range [][]Mark{m.preferred, m.others} {
		for _, mark := range slices.Backward(kind) {
			all = append(all, mark)
		}
	}
	return all
}
