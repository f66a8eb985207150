package projections

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// change is what a stream's events in a batch come to; one of its parts is set,
// or none where the stream is of no concern or damaged.
type change struct {
	game   *gameChange
	player *Player
	room   *roomRow
	left   *leaving
}

// gameChange is a game's row as it is to be.
type gameChange struct {
	row Summary
	new bool
	// settled says that nothing but turns happened and the game goes on: it
	// stands in the lists in which it stood.
	settled bool
	// openings are what the explorer counts of the game once it is over.
	openings []opening
	endShown game.Instant // when it may count them; 0: at once
}

// parallelFrom is the number of events from which on folding is spread over the
// processors.
const parallelFrom = 256

// fold folds each stream of a batch. One that others deleted or cut is left out,
// and so is a damaged history, or one that only a later version of this program
// can read: it must not keep all others from being followed.
func (m *Model) fold(ctx context.Context, b *batch) ([]change, error) {
	changes := make([]change, len(b.streams))
	workers := 1
	if len(b.events) >= parallelFrom {
		workers = runtime.GOMAXPROCS(0)
	}
	work, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		work.Go(func() error {
			var events []eventstore.Recorded // used again for every stream
			for i := w; i < len(b.streams); i += workers {
				s := b.streams[i]
				events = b.of(s, events[:0])
				c, err := m.foldStream(ctx, s, events)
				if isStreamsOwn(err) {
					c, err = change{left: &leaving{stream: s.name, reason: err}}, nil
				}
				if err != nil {
					return err
				}
				changes[i] = c
			}
			return nil
		})
	}
	return changes, work.Wait()
}

func (m *Model) foldStream(ctx context.Context, s *streamEvents, events []eventstore.Recorded) (change, error) {
	if !journal.IsOwnStream(s.name) {
		return change{}, nil // another program's, whose names begin alike
	}
	if _, left := m.left[s.name]; left {
		return m.retry(ctx, s.name)
	}
	if _, ok := journal.GameID(s.name); ok {
		return m.foldGame(ctx, s, events)
	}
	if id, ok := journal.PlayerID(s.name); ok {
		return m.foldPlayer(ctx, id, events)
	}
	if code, ok := journal.RoomCode(s.name); ok {
		return foldRoom(code, events)
	}
	return change{}, nil
}
