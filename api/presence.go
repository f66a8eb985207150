package api

import (
	"context"
	"sync"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/presence"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// awayAfter is how long a player may be without a stream and still be there:
// connections break and pages are loaded anew.
const awayAfter = 10 * time.Second

// presences knows which players have streams on this node, and records who has
// gone. A node that holds a stream of a player whom another one takes to be gone
// puts it right at once.
type presences struct {
	s       *Server
	mu      sync.Mutex
	streams map[string]int          // by player
	left    map[string]game.Instant // without a stream since; not recorded yet
}

func newPresences(s *Server) *presences {
	return &presences{s: s, streams: map[string]int{}, left: map[string]game.Instant{}}
}

// enter takes note of a player's stream; leave must be called at its end. Nobody
// and everybody without a token is no player.
func (p *presences) enter(player string) (leave func()) {
	if player == "" {
		return func() {}
	}
	p.mu.Lock()
	p.streams[player]++
	first := p.streams[player] == 1
	delete(p.left, player)
	p.mu.Unlock()
	if first {
		p.s.live.At(p.s.now(), func() { p.cameBack(player) })
	}
	return func() { p.leave(player) }
}

func (p *presences) leave(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.streams[player]--; p.streams[player] > 0 {
		return
	}
	delete(p.streams, player)
	since := p.s.arrival()
	p.left[player] = since
	p.s.live.At(p.s.now().Add(awayAfter), func() { p.wentAway(player, since) })
}

// here tells whether a player has a stream on this node.
func (p *presences) here(player string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.streams[player] > 0
}

// wentAway records that a player has gone, unless a stream came since.
func (p *presences) wentAway(player string, since game.Instant) {
	p.mu.Lock()
	gone := p.left[player] == since
	if gone {
		delete(p.left, player)
	}
	p.mu.Unlock()
	if gone {
		p.record(player, func(ctx context.Context) error { return p.s.journal.Presences.Leave(ctx, player, since, p.s.arrival()) })
	}
}

func (p *presences) cameBack(player string) {
	if p.here(player) {
		p.record(player, func(ctx context.Context) error { return p.s.journal.Presences.Return(ctx, player, p.s.arrival()) })
	}
}

// record writes what became of a player of whom the store says something already,
// which would be wrong from now on, or whom somebody may be waiting for.
func (p *presences) record(player string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	known, err := p.s.journal.Presences.Of(ctx, player)
	wanted := known.Known()
	if err == nil && !wanted {
		var games []projections.Summary
		games, err = p.s.timedGames(ctx, player)
		wanted = len(games) > 0
	}
	if err == nil && wanted {
		err = write(ctx)
	}
	if err != nil {
		p.s.log.Warn("whether a player is there is not recorded", "error", err)
	}
}

// gameStarted records that the players of a game with clocks are there, those who
// had their streams before.
func (p *presences) gameStarted(g *game.State) {
	if g.TimeControl.Type == game.Unlimited {
		return
	}
	for _, seat := range g.Seats {
		if p.here(seat.ID) {
			p.s.live.At(p.s.now(), func() { p.cameBack(seat.ID) })
		}
	}
}

// stop records at the end of the node who has gone: nobody would when the time
// has come. Those who have gone to another node are put right there.
func (p *presences) stop() {
	p.mu.Lock()
	left := p.left
	p.left = map[string]game.Instant{}
	p.mu.Unlock()
	for player, since := range left {
		p.record(player, func(ctx context.Context) error { return p.s.journal.Presences.Leave(ctx, player, since, p.s.arrival()) })
	}
}

// timedGames are the games with clocks that a player is playing, or waits in: who
// leaves before there is another player is missed when there is one.
func (s *Server) timedGames(ctx context.Context, player string) (games []projections.Summary, err error) {
	for _, status := range []game.Status{game.Waiting, game.Setup, game.Playing} {
		for page, err := range s.access.OwnGames(ctx, player, projections.Filter{Status: status}) {
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

func (s *Server) viewPresence(ctx context.Context, seats game.Seats) (v view.Presence, err error) {
	for side, into := range map[janggi.Side]**view.There{janggi.Cho: &v.Cho, janggi.Han: &v.Han} {
		player := seats[side].ID
		if seats[side].Kind == game.Computer {
			*into = &view.There{}
		}
		if player == "" || seats[side].Kind != game.Human {
			continue
		}
		there := &view.There{}
		p, err := s.journal.Presences.Of(ctx, player)
		if err != nil {
			return v, err
		}
		if p.Away && !s.presences.here(player) {
			there.AwaySince = &p.Since
		}
		*into = there
	}
	return v, nil
}

// hearPresence tells the players' games of somebody's coming and going.
func (s *Server) hearPresence(player string, r eventstore.Recorded) {
	if r.Revision == 0 && r.Type == (presence.CameBack{}).EventType() {
		return // nobody took them to be away
	}
	s.live.At(s.now(), func() {
		if r.Type == (presence.WentAway{}).EventType() && s.presences.here(player) {
			s.presences.cameBack(player) // another node knows of no stream
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
		defer cancel()
		if err := s.publishPresence(ctx, player); err != nil {
			s.log.Warn("streams are not told who is there", "error", err)
		}
	})
}

func (s *Server) publishPresence(ctx context.Context, player string) error {
	games, err := s.timedGames(ctx, player)
	if err != nil {
		return err
	}
	for _, g := range games {
		if !s.live.Heard(gameTopic(g.ID)) {
			continue
		}
		presence, err := s.viewPresence(ctx, g.Seats)
		if err != nil {
			return err
		}
		f, err := s.frameOf("presence", view.PresenceFrame{GameID: g.ID, Presence: presence})
		if err != nil {
			return err
		}
		s.live.Publish(gameTopic(g.ID), f)
	}
	return nil
}
