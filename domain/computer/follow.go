package computer

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// follow takes up all games that were under way at the start, and then those of
// other nodes.
func (r *Runner) follow(ctx context.Context) error {
	head, err := r.journal.Head(ctx)
	if err != nil {
		return ended(ctx, fmt.Errorf("computers: %w", err))
	}
	running, err := r.options.Running(ctx, head)
	if err != nil {
		return ended(ctx, fmt.Errorf("computers: games under way: %w", err))
	}
	for _, id := range running {
		r.takeUp(ctx, id, true)
	}
	for m, err := range r.store.Subscribe(ctx, head) {
		if err != nil {
			return ended(ctx, fmt.Errorf("computers: %w", err))
		}
		if id, ok := journal.GameID(m.Stream); ok {
			r.heard(ctx, id, m)
		}
	}
	return nil
}

// ended is an error, unless ctx has ended and it is of no concern.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// takeUp considers a game as the store has it.
func (r *Runner) takeUp(ctx context.Context, id string, here bool) {
	g, err := r.journal.Refresh(ctx, id)
	switch {
	case err == nil:
		r.consider(g, here)
	case ctx.Err() == nil && !errors.Is(err, journal.ErrNotFound):
		r.options.Log.Error("a computer's game cannot be read", "game", id, "error", err)
	}
}

var (
	createdType = game.Created{}.EventType()
	endedType   = game.Ended{}.EventType()

	// seatedComputer stands in every creation of a game with a computer.
	seatedComputer = []byte(`"kind":"computer"`)
)

// heard takes note of an event that another node may have stored. The game is
// read when the other node has had its time.
func (r *Runner) heard(ctx context.Context, id string, m eventstore.Message) {
	switch {
	case m.Gone:
		r.gone(id)
	case m.CaughtUp:
	case m.Type == createdType:
		if bytes.Contains(m.Data, seatedComputer) {
			r.takeUp(ctx, id, false)
		}
	default:
		r.overheard(id, m.Recorded)
	}
}

func (r *Runner) overheard(id string, e eventstore.Recorded) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.games[id]
	if u == nil || e.Revision <= u.revision {
		return
	}
	if e.Type == endedType {
		r.forget(id)
		return
	}
	u.revision, u.here = e.Revision, false
	r.load.leave(id)
	due := r.options.Now().Add(r.options.Pause + takeover)
	r.replace(u, &job{game: id, revision: e.Revision, due: due, latest: due.Add(patience), anew: true})
}
