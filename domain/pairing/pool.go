// Package pairing is the aggregate of a pool: players waiting for an opponent
// on the same terms. It is pure: time, ids and random draws are inputs.
package pairing

import (
	"slices"

	"github.com/janggid/janggid/domain/game"
)

// rememberedSeeks is how many closed seeks are recognized.
const rememberedSeeks = 10_000

// Pool is the state folded from a pool's events.
type Pool struct {
	seeks map[string]*Seek
	order []string // ids, oldest first
}

// Seek returns a seek by its id, or by that of a repetition; nil for none.
func (p *Pool) Seek(id string) *Seek { return p.seeks[id] }

// WaitingOf is the seek with which a player waits; nil for none.
func (p *Pool) WaitingOf(player string, at game.Instant) *Seek {
	for _, id := range p.order {
		if s := p.seeks[id]; s.Player == player && s.Waiting(at) {
			return s
		}
	}
	return nil
}

// LastOf is a player's latest remembered seek; nil for none.
func (p *Pool) LastOf(player string) *Seek {
	for _, id := range slices.Backward(p.order) {
		if s := p.seeks[id]; s.Player == player {
			return s
		}
	}
	return nil
}

// First is the earlier seek of a pair; nil where either is forgotten.
func (p *Pool) First(made *Made) *Seek {
	if p.seeks[made.Cho] == nil || p.seeks[made.Han] == nil {
		return nil
	}
	for _, id := range p.order {
		if s := p.seeks[id]; s.ID == made.Cho || s.ID == made.Han {
			return s
		}
	}
	return nil
}

// Apply folds an event into the pool.
func (p *Pool) Apply(e Event) {
	switch e := e.(type) {
	case Sought:
		if s := p.seeks[e.ID]; s != nil {
			s.Until, s.Withdrawn = e.Until, nil
			return
		}
		p.remember(e.ID, &Seek{Sought: e})
	case Repeated:
		if s := p.seeks[e.Seek]; s != nil {
			p.remember(e.ID, s)
		}
	case Withdrawn:
		if s := p.seeks[e.ID]; s != nil {
			s.Withdrawn = &e
		}
	case Made:
		cho, han := p.seeks[e.Cho], p.seeks[e.Han]
		cho.pair(&e, han)
		han.pair(&e, cho)
	}
}

// remember adds a seek as the newest, under an id.
func (p *Pool) remember(id string, s *Seek) {
	if p.seeks == nil {
		p.seeks = map[string]*Seek{}
	}
	if p.seeks[id] == nil {
		p.order = append(p.order, id)
	}
	p.seeks[id] = s
	if len(p.order) > rememberedSeeks {
		delete(p.seeks, p.order[0])
		p.order = slices.Delete(p.order, 0, 1)
	}
}
