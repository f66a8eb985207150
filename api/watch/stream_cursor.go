package watch

import (
	"context"
	"strconv"
	"strings"

	"github.com/janggid/janggid/eventstore"
)

// reached tells whether the store has come to a position. This node may know of
// less than another one has shown to a client.
func (s *Streams) reached(ctx context.Context, position eventstore.Position) (bool, error) {
	if position <= s.Events.Position() {
		return true, nil
	}
	head, err := s.Journal.Head(ctx)
	return position <= head, err
}

// A stream of games is resumed at the revisions that the client has seen, in the
// order in which it names the games: "6" for one, "6.-.12" for three of which it
// has not seen the second.

const unseen = "-"

// seenRevisions reads such a cursor; false for a text that cannot be one of so
// many games.
func seenRevisions(cursor string, games int) ([]*uint64, bool) {
	parts := strings.Split(cursor, ".")
	if len(parts) != games {
		return nil, false
	}
	revisions := make([]*uint64, games)
	for i, part := range parts {
		if part == unseen {
			continue
		}
		n, err := strconv.ParseUint(part, 10, 63)
		if err != nil {
			return nil, false
		}
		revisions[i] = &n
	}
	return revisions, true
}

// cursor is where to resume.
func (f *follower) cursor() string {
	b := make([]byte, 0, 4*len(f.games))
	for i, g := range f.games {
		if i > 0 {
			b = append(b, '.')
		}
		if g.sent == nil {
			b = append(b, unseen...)
		} else {
			b = strconv.AppendUint(b, *g.sent, 10)
		}
	}
	return string(b)
}
