package presence

import (
	"context"

	"github.com/janggid/janggid/domain/game"
)

// Reconcile has those away who were there when the last node ended and have not
// come to this one soon: a node that is killed records nobody. It is for a node
// that is alone with its store; one of several does not know who has a stream on
// another.
func (p *Tracker) Reconcile() {
	since := p.now()
	p.Live.At(p.Clock().Add(AwayAfter), func() { p.recordMissing(since) })
}

// recordMissing waits for the read model, which knows whom somebody may be
// waiting for.
func (p *Tracker) recordMissing(since game.Instant) {
	if !p.Model.Ready() {
		p.Live.At(p.Clock().Add(AwayAfter), func() { p.recordMissing(since) })
		return
	}
	ctx := context.Background()
	players, err := p.Model.TimedPlayers(ctx)
	for _, player := range players {
		if failed := p.recordIfMissing(ctx, player, since); failed != nil {
			err = failed // the others are still to be looked at
		}
	}
	if err != nil {
		p.Log.Warn("who is missing since the last node ended is not wholly recorded", "again_in", AwayAfter, "error", err)
		p.Live.At(p.Clock().Add(AwayAfter), func() { p.recordMissing(since) })
	}
}

// recordIfMissing leaves out who was not known to be there, and who has been here
// since. A stream that comes at this moment is put right as anywhere else.
func (p *Tracker) recordIfMissing(ctx context.Context, player string, since game.Instant) error {
	if p.hasBeenHere(player) {
		return nil
	}
	known, err := p.Journal.Presences.Of(ctx, player)
	if err != nil || !known.There {
		return err
	}
	return p.Journal.Presences.Leave(ctx, player, since, p.now())
}

// hasBeenHere tells whether a player has a stream here, or had one a moment ago.
func (p *Tracker) hasBeenHere(player string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, left := p.left[player]
	return left || p.streams[player] > 0
}
