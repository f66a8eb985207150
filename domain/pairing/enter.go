package pairing

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Enter is a player's request for a game. The player is paired with the one who
// has waited longest, if anyone waits.
type Enter struct {
	ID     string // of the seek; the same again renews it
	Keyed  bool   // the id comes again with the same request and must be recognized
	Player string
	Terms  Terms
	Game   string      // id of the game if a pair is made
	Side   janggi.Side // of this player in it, as drawn

	// Has is the id of the player's seek that led to a game still without a
	// turn, so no other game is needed; "" for none.
	Has string
}

// Enter returns the seek of a request and its events. A player has one seek in
// a pool: a request made while waiting, or with a game still without a turn,
// gets that seek.
func (p *Pool) Enter(c Enter, at game.Instant) (seek string, events []Event) {
	own := p.seeks[c.ID]
	if own == nil || own.open() && !own.Waiting(at) {
		if same := p.current(c, at); same != nil && same != own {
			if c.Keyed {
				events = append(events, Repeated{ID: c.ID, Seek: same.ID})
			}
			own = same
		}
	}
	if own == nil {
		own = &Seek{Sought: Sought{ID: c.ID, Player: c.Player, Terms: c.Terms}}
	}
	return own.ID, append(events, p.pursue(own, c, at)...)
}

// Renew decides on a player's seek, by its id or that of a repetition. A client
// that holds it, and has waited all along, gets it back after other clients
// hung up.
func (p *Pool) Renew(c Enter, holds bool, at game.Instant) []Event {
	own := p.seeks[c.ID]
	switch {
	case own.Waiting(at):
		return p.pursue(own, c, at)
	case holds && own.Withdrawn != nil && own.Withdrawn.HungUp && own.Made == nil && p.WaitingOf(own.Player, at) == nil:
		again := &Seek{Sought: own.Sought}
		again.Until = 0
		return p.pursue(again, c, at)
	}
	return nil
}

// current is the seek that a player has in the pool; nil for none.
func (p *Pool) current(c Enter, at game.Instant) *Seek {
	if s := p.WaitingOf(c.Player, at); s != nil {
		return s
	}
	return p.seeks[c.Has]
}

// pursue renews an open seek that is about to lapse, and pairs it with the
// longest-waiting other player.
func (p *Pool) pursue(own *Seek, c Enter, at game.Instant) (events []Event) {
	if !own.open() {
		return nil
	}
	if own.Until.Add(-WaitMS/2) < at {
		events = append(events, Sought{ID: own.ID, Player: own.Player, Terms: own.Terms, Until: at.Add(WaitMS)})
	}
	for _, id := range p.order {
		other := p.seeks[id]
		if !other.Waiting(at) || other.Player == own.Player {
			continue
		}
		made := Made{Cho: own.ID, Han: other.ID, Game: c.Game}
		if c.Side == janggi.Han {
			made.Cho, made.Han = other.ID, own.ID
		}
		events = append(events, p.endOthers(own, other, at)...)
		return append(events, made)
	}
	return events
}

// endOthers withdraws the other seeks of a pair's players. Only a version that
// let players wait twice has stored any.
func (p *Pool) endOthers(own, other *Seek, at game.Instant) (events []Event) {
	for _, id := range p.order {
		s := p.seeks[id]
		if s.ID == id && s.Waiting(at) && s.ID != own.ID && s.ID != other.ID && (s.Player == own.Player || s.Player == other.Player) {
			events = append(events, Withdrawn{ID: id})
		}
	}
	return events
}
