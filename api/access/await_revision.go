package access

import (
	"context"
	"errors"
	"time"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// VisibleWait is how long a read waits for another node's writes, or for the end of
// a delay.
const VisibleWait = 2 * time.Second

// awaitRevision waits until the game has reached a revision, which the viewer may
// have seen on another node, and the viewer may see it.
func (a *Access) awaitRevision(ctx context.Context, g *journal.Game, least uint64, viewer string) (*journal.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, a.Wait)
	defer cancel()
	if DelayedFor(&g.State, viewer) {
		return a.awaitSpectatorView(ctx, g, least, viewer)
	}
	known, err := a.Events.GameAt(ctx, g.ID, least)
	if err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return known, err
	}
	return nil, a.notThere(context.WithoutCancel(ctx), g.ID, least, viewer)
}

// notThere is why a wait for a revision timed out: the game has not reached it, or
// this node lags.
func (a *Access) notThere(ctx context.Context, id string, least uint64, viewer string) error {
	ctx, cancel := context.WithTimeout(ctx, a.Wait)
	defer cancel()
	g, err := a.Newest(ctx, id, viewer)
	switch {
	case err != nil:
		return err
	case g.Revision >= least:
		return a.behind()
	}
	return a.Refusal(ctx, a.notHappened(), g, viewer)
}

// awaitSpectatorView waits until a delayed viewer may see a revision. A timeout
// takes the same time whether the game has reached it or not.
func (a *Access) awaitSpectatorView(ctx context.Context, g *journal.Game, least uint64, viewer string) (*journal.Game, error) {
	sub, err := a.FollowDelayed(ctx, g)
	if err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, a.notShown(ctx, g, viewer)
		}
		return nil, err
	}
	defer sub.Close()
	for {
		now, err := a.Newest(ctx, g.ID, viewer)
		if err == nil && now.Revision >= least {
			return now, nil
		}
		if err == nil {
			_, err = sub.Next(ctx)
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, a.notShown(ctx, g, viewer)
		}
		if errors.Is(err, live.ErrClosed) || errors.Is(err, live.ErrSlow) {
			return nil, a.behind()
		}
		if err != nil {
			return nil, err
		}
	}
}

// notShown is why a wait for what a delayed viewer may not see yet timed out.
// Nothing may tell whether the game has reached it: the answer is that of a game
// that has not.
func (a *Access) notShown(ctx context.Context, g *journal.Game, viewer string) error {
	ended := context.WithoutCancel(ctx)
	now, err := a.SpectatorView(ended, g, viewer)
	if err != nil {
		return err
	}
	return a.Refusal(ended, a.notHappened(), now, viewer)
}

// notHappened is the problem of a client that asks for events after the last one
// that it may see.
func (a *Access) notHappened() *rest.Problem {
	return rest.NewProblem(rest.CodeNotYetVisible, "waited "+a.Wait.String()+" for what has not happened")
}

// behind is the problem of a node that lags behind the store.
func (a *Access) behind() *rest.Problem {
	return rest.NodeBehind.Problem("waited " + a.Wait.String())
}
