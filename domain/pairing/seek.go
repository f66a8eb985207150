package pairing

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Seek is a player's wish for a game. Where somebody waits they are paired, the
// one who has waited longest first.
type Seek struct {
	ID     string // of the wish; the same again is its renewal
	Keyed  bool   // the id comes again with the same request, and has to be known then
	Player string
	Terms  Terms
	Game   string      // id of the game if it comes to one
	Side   janggi.Side // of this player in it, as lots were drawn

	// Has is the id of a wish that has given the player a game which has not got
	// under way, so that another one is not wanted; "" for none.
	Has string
}

// Decide says at an instant which wish a player has by seeking, and what comes of
// it. A player waits in a line once: who seeks while they wait, or have what they
// sought, has the wish that there is.
func (s *State) Decide(c Seek, at game.Instant) (wish string, events []Event) {
	own := s.wishes[c.ID]
	if own == nil || own.open() && !own.Waiting(at) {
		if same := s.standing(c, at); same != nil && same != own {
			if c.Keyed {
				events = append(events, Repeated{ID: c.ID, Wish: same.ID})
			}
			own = same
		}
	}
	if own == nil {
		own = &Wish{Sought: Sought{ID: c.ID, Player: c.Player, Terms: c.Terms}}
	}
	return own.ID, append(events, s.pursue(own, c, at)...)
}

// Renew is what comes of a wish that is still somebody's, by its id or that of a
// repetition. Whoever holds it, and has not stopped waiting, has it back when
// others who waited for it elsewhere hung up.
func (s *State) Renew(c Seek, holds bool, at game.Instant) []Event {
	own := s.wishes[c.ID]
	switch {
	case own.Waiting(at):
		return s.pursue(own, c, at)
	case holds && own.Withdrawn != nil && own.Withdrawn.HungUp && own.Made == nil && s.WaitingOf(own.Player, at) == nil:
		again := &Wish{Sought: own.Sought}
		again.Until = 0
		return s.pursue(again, c, at)
	}
	return nil
}

// standing is the wish that a player has in the line; nil for none.
func (s *State) standing(c Seek, at game.Instant) *Wish {
	if w := s.WaitingOf(c.Player, at); w != nil {
		return w
	}
	return s.wishes[c.Has]
}

// pursue renews a wish that is open, unless it has long enough to stand, and
// pairs it where somebody waits. A player is not paired with themselves.
func (s *State) pursue(own *Wish, c Seek, at game.Instant) (events []Event) {
	if !own.open() {
		return nil
	}
	if own.Until.Add(-WaitMS/2) < at {
		events = append(events, Sought{ID: own.ID, Player: own.Player, Terms: own.Terms, Until: at.Add(WaitMS)})
	}
	for _, id := range s.order {
		other := s.wishes[id]
		if !other.Waiting(at) || other.Player == own.Player {
			continue
		}
		made := Made{Cho: own.ID, Han: other.ID, Game: c.Game}
		if c.Side == janggi.Han {
			made.Cho, made.Han = other.ID, own.ID
		}
		events = append(events, s.endOthers(own, other, at)...)
		return append(events, made)
	}
	return events
}

// endOthers takes back what else the players of a pair wait for in this line.
// There is nothing, unless a version of this program stored it that let players
// wait twice.
func (s *State) endOthers(own, other *Wish, at game.Instant) (events []Event) {
	for _, id := range s.order {
		w := s.wishes[id]
		if w.ID == id && w.Waiting(at) && w.ID != own.ID && w.ID != other.ID && (w.Player == own.Player || w.Player == other.Player) {
			events = append(events, Withdrawn{ID: id})
		}
	}
	return events
}
