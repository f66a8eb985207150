package api

import (
	"context"
	"sync"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// shownGames publishes what is held back of games with a delay, once it may be
// seen, to spectators' streams. A game is in it while it has such a stream.
type shownGames struct {
	s     *Server
	mu    sync.Mutex
	games map[string]*shownGame
}

// shownGame is how much of a game was published to its spectators.
type shownGame struct {
	mu       sync.Mutex
	revision uint64 // of the last event that was
}

func newShownGames(s *Server) *shownGames {
	return &shownGames{s: s, games: map[string]*shownGame{}}
}

// follow subscribes to a game as its spectators see it.
func (w *shownGames) follow(ctx context.Context, g *journal.Game) (*live.Subscription, error) {
	sub := w.s.live.Subscribe(shownTopic(g.ID))
	if err := w.begin(ctx, g); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// begin has a game published from now on. Its stream has subscribed already and
// looks at the game afterwards, so that it misses nothing.
func (w *shownGames) begin(ctx context.Context, g *journal.Game) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.games[g.ID] != nil {
		return nil
	}
	g, err := w.s.journal.Refresh(ctx, g.ID) // what was heard since g was loaded was for nobody
	if err != nil {
		return err
	}
	shown, err := w.s.journal.Shown(ctx, g, w.s.arrival())
	if err != nil {
		return err
	}
	w.games[g.ID] = &shownGame{revision: shown.Revision}
	return w.schedule(ctx, g, shown.Revision)
}

// schedule has the first event after a revision published when it is due.
func (w *shownGames) schedule(ctx context.Context, g *journal.Game, after uint64) error {
	for r, err := range w.s.journal.Events(ctx, g, after+1) {
		if err != nil {
			return err
		}
		m, err := journal.PublicMetadata(r.Metadata)
		if err == nil {
			w.at(g, g.State.ShownFrom(m.Time))
		}
		return err
	}
	return nil
}

func (w *shownGames) at(g *journal.Game, due game.Instant) {
	w.s.live.At(due.Time(), func() { w.publish(g.ID) })
}

// hear takes note of a new event.
func (w *shownGames) hear(g *journal.Game, held bool, r eventstore.Recorded) {
	w.mu.Lock()
	known := w.games[g.ID] != nil
	w.mu.Unlock()
	if !known {
		return
	}
	due := w.s.arrival()
	if m, err := journal.PublicMetadata(r.Metadata); held && err == nil {
		due = g.State.ShownFrom(m.Time)
	}
	w.at(g, due)
}

// publish publishes what is due of a game.
func (w *shownGames) publish(id string) {
	w.mu.Lock()
	known := w.games[id]
	if known != nil && !w.s.live.Heard(shownTopic(id)) {
		delete(w.games, id)
		known = nil
	}
	w.mu.Unlock()
	if known == nil {
		return
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	if err := w.publishDue(ctx, id, known); err != nil {
		w.s.log.Warn("spectators are not told what happened", "game", id, "error", err)
		w.s.live.At(w.s.now().Add(access.VisibleWait), func() { w.publish(id) })
	}
}

func (w *shownGames) publishDue(ctx context.Context, id string, known *shownGame) error {
	g, err := w.s.journal.Load(ctx, id)
	if err != nil {
		return err
	}
	shown, err := w.s.journal.Shown(ctx, g, w.s.arrival())
	if err != nil {
		return err
	}
	for r, err := range w.s.journal.Events(ctx, shown, known.revision+1) {
		if err != nil {
			return err
		}
		f, err := w.s.eventFrame(shown, r)
		if err != nil {
			return err
		}
		w.s.live.Publish(shownTopic(id), f)
		known.revision = r.Revision
	}
	if g.Revision > known.revision {
		return w.schedule(ctx, g, known.revision)
	}
	return nil
}
