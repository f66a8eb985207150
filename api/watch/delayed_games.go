package watch

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// DelayedGames publishes what is held back of games with a delay, once it may be
// seen, to spectators' streams. A game is in it while it has such a stream.
type DelayedGames struct {
	Journal *journal.Journal
	Live    *live.Hub
	Clock   func() time.Time
	Log     *slog.Logger
	mu      sync.Mutex
	games   map[string]*delayedGame
}

// delayedGame is how much of a game was published to its spectators.
type delayedGame struct {
	mu       sync.Mutex
	revision uint64 // of the last event that was
}

// NewDelayedGames completes delayed games.
func NewDelayedGames(w *DelayedGames) *DelayedGames {
	w.games = map[string]*delayedGame{}
	return w
}

func (w *DelayedGames) now() game.Instant { return game.InstantOf(w.Clock()) }

// Follow subscribes to a game as its spectators see it.
func (w *DelayedGames) Follow(ctx context.Context, g *journal.Game) (*live.Subscription, error) {
	sub := w.Live.Subscribe(live.SpectatorTopic(g.ID))
	if err := w.begin(ctx, g); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// begin has a game published from now on. Its stream has subscribed already and
// looks at the game afterwards, so that it misses nothing.
func (w *DelayedGames) begin(ctx context.Context, g *journal.Game) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.games[g.ID] != nil {
		return nil
	}
	g, err := w.Journal.Refresh(ctx, g.ID) // what was heard since g was loaded was for nobody
	if err != nil {
		return err
	}
	shown, err := w.Journal.Shown(ctx, g, w.now())
	if err != nil {
		return err
	}
	w.games[g.ID] = &delayedGame{revision: shown.Revision}
	return w.schedule(ctx, g, shown.Revision)
}

// schedule has the first event after a revision published when it is due.
func (w *DelayedGames) schedule(ctx context.Context, g *journal.Game, after uint64) error {
	for r, err := range w.Journal.Events(ctx, g, after+1) {
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

func (w *DelayedGames) at(g *journal.Game, due game.Instant) {
	w.Live.At(due.Time(), func() { w.publish(g.ID) })
}

// hear takes note of a new event.
func (w *DelayedGames) apply(g *journal.Game, held bool, r eventstore.Recorded) {
	w.mu.Lock()
	known := w.games[g.ID] != nil
	w.mu.Unlock()
	if !known {
		return
	}
	due := w.now()
	if m, err := journal.PublicMetadata(r.Metadata); held && err == nil {
		due = g.State.ShownFrom(m.Time)
	}
	w.at(g, due)
}

// publish publishes what is due of a game.
func (w *DelayedGames) publish(id string) {
	w.mu.Lock()
	known := w.games[id]
	if known != nil && !w.Live.Heard(live.SpectatorTopic(id)) {
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
		w.Log.Warn("spectators are not told what happened", "game", id, "error", err)
		w.Live.At(w.Clock().Add(access.VisibleWait), func() { w.publish(id) })
	}
}

func (w *DelayedGames) publishDue(ctx context.Context, id string, known *delayedGame) error {
	g, err := w.Journal.Load(ctx, id)
	if err != nil {
		return err
	}
	shown, err := w.Journal.Shown(ctx, g, w.now())
	if err != nil {
		return err
	}
	for r, err := range w.Journal.Events(ctx, shown, known.revision+1) {
		if err != nil {
			return err
		}
		f, err := eventFrame(w.Clock, shown, r)
		if err != nil {
			return err
		}
		w.Live.Publish(live.SpectatorTopic(id), f)
		known.revision = r.Revision
	}
	if g.Revision > known.revision {
		return w.schedule(ctx, g, known.revision)
	}
	return nil
}
