package pairing

import "github.com/janggid/janggid/domain/game"

// WaitMS is the lifetime of a seek without renewal, so that vanished players
// leave the pool.
const WaitMS = 15_000

// Seek is one player's place in the pool.
type Seek struct {
	Sought
	Withdrawn *Withdrawn // nil: not withdrawn
	Made      *Made      // nil: not paired
	Opponent  string     // id of the other player; "" where their seek is forgotten
}

// Waiting reports whether the seek is open at an instant.
func (s *Seek) Waiting(at game.Instant) bool { return s.open() && at < s.Until }

// open reports whether the seek is neither withdrawn nor paired; it may have
// lapsed.
func (s *Seek) open() bool { return s.Withdrawn == nil && s.Made == nil }

// pair notes the opponent. The older seek of a pair may be forgotten, or lie
// before the part of the stream that was read.
func (s *Seek) pair(made *Made, with *Seek) {
	if s == nil {
		return
	}
	s.Made = made
	if with != nil {
		s.Opponent = with.Player
	}
}
