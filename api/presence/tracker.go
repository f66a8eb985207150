package presence

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/presence"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// AwayAfter is how long a player may be without a stream and still be there:
// connections break and pages are loaded anew.
const AwayAfter = 10 * time.Second

// Tracker knows which players have streams on this node, and records who
// has left. A node that holds a stream of a player whom another node has recorded as
// away corrects that at once.
type Tracker struct {
	Access  *access.Access
	Journal *journal.Journal
	Model   *projections.Model
	Live    *live.Hub
	Clock   func() time.Time
	Log     *slog.Logger

	mu      sync.Mutex
	streams map[string]int          // by player
	left    map[string]game.Instant // when players left whose departure is not recorded yet
}

// New completes a tracker.
func New(p *Tracker) *Tracker {
	p.streams, p.left = map[string]int{}, map[string]game.Instant{}
	return p
}

func (p *Tracker) now() game.Instant { return game.InstantOf(p.Clock()) }

// Enter takes note of a player's stream; leave must be called at its end. Nobody
// and everybody without a token is no player.
func (p *Tracker) Enter(player string) (leave func()) {
	if player == "" {
		return func() {}
	}
	p.mu.Lock()
	p.streams[player]++
	first := p.streams[player] == 1
	delete(p.left, player)
	p.mu.Unlock()
	if first {
		p.Live.At(p.Clock(), func() { p.cameBack(player) })
	}
	return func() { p.leave(player) }
}

func (p *Tracker) leave(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.streams[player]--; p.streams[player] > 0 {
		return
	}
	delete(p.streams, player)
	since := p.now()
	p.left[player] = since
	p.Live.At(p.Clock().Add(AwayAfter), func() { p.wentAway(player, since) })
}

// Here tells whether a player has a stream on this node.
func (p *Tracker) Here(player string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.streams[player] > 0
}

// wentAway records that a player has gone, unless a stream came since.
func (p *Tracker) wentAway(player string, since game.Instant) {
	p.mu.Lock()
	gone := p.left[player] == since
	if gone {
		delete(p.left, player)
	}
	p.mu.Unlock()
	if gone {
		p.record(player, func(ctx context.Context) error { return p.Journal.Presences.Leave(ctx, player, since, p.now()) })
	}
}

func (p *Tracker) cameBack(player string) {
	if p.Here(player) {
		p.record(player, func(ctx context.Context) error { return p.Journal.Presences.Return(ctx, player, p.now()) })
	}
}

// record writes what became of a player of whom the store says something already,
// which would be wrong from now on, or whom somebody may be waiting for.
func (p *Tracker) record(player string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	known, err := p.Journal.Presences.Of(ctx, player)
	wanted := known.Known()
	if err == nil && !wanted {
		var games []projections.Summary
		games, err = p.timedGames(ctx, player)
		wanted = len(games) > 0
	}
	if err == nil && wanted {
		err = write(ctx)
	}
	if err != nil {
		p.Log.Warn("whether a player is there is not recorded", "error", err)
	}
}

// GameStarted records that the players of a game with clocks are there, those who
// had their streams before.
func (p *Tracker) GameStarted(g *game.State) {
	if g.TimeControl.Type == game.Unlimited {
		return
	}
	for _, seat := range g.Seats {
		if p.Here(seat.ID) {
			p.Live.At(p.Clock(), func() { p.cameBack(seat.ID) })
		}
	}
}

// Stop records at the end of the node who has gone: nobody would when the time
// has come. Those who have gone to another node are put right there.
func (p *Tracker) Stop() {
	p.mu.Lock()
	left := p.left
	p.left = map[string]game.Instant{}
	p.mu.Unlock()
	for player, since := range left {
		p.record(player, func(ctx context.Context) error { return p.Journal.Presences.Leave(ctx, player, since, p.now()) })
	}
}

// timedGames are the games with clocks that a player is playing, or waits in: who
// leaves before there is another player is missed when there is one.
func (p *Tracker) timedGames(ctx context.Context, player string) (games []projections.Summary, err error) {
	for _, status := range []game.Status{game.Waiting, game.Setup, game.Playing} {
		for page, err := range p.Access.OwnGames(ctx, player, projections.Filter{Status: status}) {
			if err != nil {
				return nil, err
			}
			for _, g := range page.Games {
				if g.TimeControl.Type != game.Unlimited {
					games = append(games, g)
				}
			}
		}
	}
	return games, nil
}

func (p *Tracker) View(ctx context.Context, seats game.Seats) (v view.Presence, err error) {
	for side, into := range map[janggi.Side]**view.There{janggi.Cho: &v.Cho, janggi.Han: &v.Han} {
		player := seats[side].ID
		if seats[side].Kind == game.Computer {
			*into = &view.There{}
		}
		if player == "" || seats[side].Kind != game.Human {
			continue
		}
		there := &view.There{}
		known, err := p.Journal.Presences.Of(ctx, player)
		if err != nil {
			return v, err
		}
		if known.Away && !p.Here(player) {
			there.AwaySince = &known.Since
		}
		*into = there
	}
	return v, nil
}

// hearPresence tells the players' games of somebody's coming and going.
func (p *Tracker) Apply(player string, r eventstore.Recorded) {
	if r.Revision == 0 && r.Type == (presence.CameBack{}).EventType() {
		return // nobody took them to be away
	}
	p.Live.At(p.Clock(), func() {
		if r.Type == (presence.WentAway{}).EventType() && p.Here(player) {
			p.cameBack(player) // another node knows of no stream
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
		defer cancel()
		if err := p.publish(ctx, player); err != nil {
			p.Log.Warn("streams are not told who is there", "error", err)
		}
	})
}

func (p *Tracker) publish(ctx context.Context, player string) error {
	games, err := p.timedGames(ctx, player)
	if err != nil {
		return err
	}
	for _, g := range games {
		if !p.Live.Heard(live.GameTopic(g.ID)) {
			continue
		}
		there, err := p.View(ctx, g.Seats)
		if err != nil {
			return err
		}
		f, err := rest.NewFrame(p.Clock, "presence", view.PresenceFrame{GameID: g.ID, Presence: there})
		if err != nil {
			return err
		}
		p.Live.Publish(live.GameTopic(g.ID), f)
	}
	return nil
}
