package api

import (
	"context"
	"errors"
	"time"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// visibleWait is how long a read waits for what another node has written, or for
// what a delay holds back.
const visibleWait = 2 * time.Second

// awaitRevision waits until the game has come to a revision that somebody saw
// on another node, as far as they may see it.
func (s *Server) awaitRevision(ctx context.Context, g *journal.Game, least uint64, viewer string) (*journal.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	if delayedFor(&g.State, viewer) {
		return s.awaitShown(ctx, g, least, viewer)
	}
	known, err := s.model.GameAt(ctx, g.ID, least)
	if err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return known, err
	}
	return nil, s.notThere(context.WithoutCancel(ctx), g.ID, least, viewer)
}

// notThere is why a wait for a revision ran out: the game has not come so far, or
// this node is behind.
func (s *Server) notThere(ctx context.Context, id string, least uint64, viewer string) error {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	g, err := s.newest(ctx, id, viewer)
	switch {
	case err != nil:
		return err
	case g.Revision >= least:
		return s.behind()
	}
	return s.refusal(ctx, s.notHappened(), g, viewer)
}

// awaitShown waits until a revision is shown to somebody whom a delay holds back.
// That takes as long whether it has happened meanwhile or not.
func (s *Server) awaitShown(ctx context.Context, g *journal.Game, least uint64, viewer string) (*journal.Game, error) {
	sub := s.live.Subscribe(shownTopic(g.ID))
	defer sub.Close()
	if err := s.shown.begin(ctx, g); err != nil {
		return nil, err
	}
	for {
		now, err := s.newest(ctx, g.ID, viewer)
		if err == nil && now.Revision >= least {
			return now, nil
		}
		if err == nil {
			_, err = sub.Next(ctx)
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			// Nothing may tell whether it has happened: the answer is that of a game
			// that has not come so far.
			ended := context.WithoutCancel(ctx)
			if now, err = s.seen(ended, g, viewer); err != nil {
				return nil, err
			}
			return nil, s.refusal(ended, s.notHappened(), now, viewer)
		}
		if errors.Is(err, live.ErrClosed) || errors.Is(err, live.ErrSlow) {
			return nil, s.behind()
		}
		if err != nil {
			return nil, err
		}
	}
}

// notHappened is the problem of a client that asks beyond what the store holds,
// or beyond what it may see.
func (s *Server) notHappened() *rest.Problem {
	return rest.NewProblem(rest.CodeNotYetVisible, "waited "+s.wait.String()+" for what has not happened")
}

// behind is the problem that this node has not caught up with the store.
func (s *Server) behind() *rest.Problem { return rest.NodeBehind.Problem("waited " + s.wait.String()) }
