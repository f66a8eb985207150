package api

import (
	"context"
	"errors"
	"time"

	"github.com/janggid/janggid/api/live"
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
	g, err := s.model.GameAt(ctx, g.ID, least)
	return g, s.notYetVisible(ctx, err)
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
		if err != nil || now.Revision >= least {
			return now, s.notYetVisible(ctx, err)
		}
		_, err = sub.Next(ctx)
		if errors.Is(err, live.ErrClosed) || errors.Is(err, live.ErrSlow) {
			return nil, journal.ErrNotYetVisible
		}
		if err != nil {
			return nil, s.notYetVisible(ctx, err)
		}
	}
}

// notYetVisible tells a wait that ran out from other errors.
func (s *Server) notYetVisible(ctx context.Context, err error) error {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return problem(CodeNotYetVisible, "waited "+s.wait.String())
	}
	return err
}
