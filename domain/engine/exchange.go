package engine

import "github.com/janggid/janggid/domain/janggi"

// exchangeValues are the values of pieces in exchanges, in hundredths of a
// soldier.
var exchangeValues = [janggi.KindCount]Score{
	janggi.General:  10_000,
	janggi.Guard:    150,
	janggi.Chariot:  650,
	janggi.Cannon:   350,
	janggi.Horse:    250,
	janggi.Elephant: 150,
	janggi.Soldier:  100,
}

// byValue lists kinds from the cheapest.
var byValue = [...]janggi.Kind{janggi.Soldier, janggi.Elephant, janggi.Guard, janggi.Horse, janggi.Cannon, janggi.Chariot, janggi.General}

// gains reports whether a move wins at least atLeast if both sides continue to
// capture on its target, cheapest piece first, while it pays (static exchange
// evaluation). It accounts for lines and screens that open or close, but not
// for pins.
func gains(p *janggi.Position, m janggi.Move, atLeast Score) bool {
	if m.IsPass() {
		return atLeast <= 0
	}
	from, to := m.From(), m.To()
	standing := p.At(from).Kind() // on the target, and next to be captured
	balance := exchangeValues[p.At(to).Kind()] - atLeast
	if balance < 0 {
		return false
	}
	balance -= exchangeValues[standing]
	if balance >= 0 {
		return true
	}
	target := janggi.BitboardOf(to)
	occupied := p.Occupied().Without(janggi.BitboardOf(from)).Or(target)
	cannons := p.Kind(janggi.Cannon).Without(janggi.BitboardOf(from)).Without(target)
	mover := p.At(from).Side()
	side := mover.Other()
	for {
		held := cannons
		if standing == janggi.Cannon {
			held = held.Or(target)
		}
		attackers := p.Attackers(to, occupied, held)
		own := attackers.And(p.Of(side))
		if own.Empty() {
			break
		}
		var taker janggi.Bitboard
		for _, kind := range byValue {
			if taker = own.And(p.Kind(kind)); !taker.Empty() {
				standing = kind
				break
			}
		}
		if standing == janggi.General && attackers.Meets(p.Of(side.Other())) {
			break // it would be captured
		}
		// balance is the mover's if it stopped now; a side recaptures only if
		// that turns the balance.
		side = side.Other()
		balance = -balance - 1 - exchangeValues[standing]
		if balance >= 0 {
			break
		}
		first := janggi.BitboardOf(taker.Pop())
		occupied = occupied.Without(first)
		cannons = cannons.Without(first)
	}
	return side != mover
}
