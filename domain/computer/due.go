package computer

import (
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

const (
	// takeover is how long other nodes leave an answer to the one that accepted
	// what is answered.
	takeover = 3 * time.Second

	// patience is how long an answer may wait for a worker while others go first.
	patience = 5 * time.Second

	// reserve is how long before a deadline an answer is urgent.
	reserve = 500 * time.Millisecond
)

// jobFor is what a game asks of its computers; nil for nothing.
func (r *Runner) jobFor(g *journal.Game, here bool) *job {
	s := &g.State
	if _, asked := drawOffered(s); !asked {
		if _, asked = toAct(s); !asked {
			return nil
		}
	}
	since := s.UpdatedAt.Time()
	due := since.Add(pauseWithin(s, r.options.Pause))
	if !here {
		due = due.Add(takeover)
	}
	latest := due.Add(patience)
	if deadline, limited := s.Deadline(); limited {
		// A clock that does not last until the takeover leaves half of it.
		left := deadline.Time().Sub(since)
		due = earlier(due, since.Add(left/2))
		latest = earlier(latest, deadline.Time().Add(-min(reserve, left/2)))
	}
	return &job{game: g.ID, revision: g.Revision, due: due, latest: latest, anew: !here}
}

// toAct is the computer that must choose a setup or make a turn; false for none.
func toAct(s *game.State) (janggi.Side, bool) {
	side, ok := s.ToAct()
	return side, ok && s.Seats[side].Kind == game.Computer
}

// drawOffered is the computer to whom a draw is offered; false for none.
func drawOffered(s *game.State) (janggi.Side, bool) {
	offered := s.Offers().Draw
	side := offered.By.Other()
	return side, offered.Open && s.Status == game.Playing && s.Seats[side].Kind == game.Computer
}

// pauseWithin is the pause before an answer, less where the computer's clock is
// short.
func pauseWithin(s *game.State, pause time.Duration) time.Duration {
	_, asked := toAct(s)
	if deadline, limited := s.Deadline(); asked && limited {
		return min(pause, affordable(s, deadline.Time().Sub(s.ActingSince.Time()))/2)
	}
	return pause
}

// expectedTurns is how many turns a clock that is not wound up again has to
// last.
const expectedTurns = 100

// affordable is how long the side to act may take where so much time is left to
// it, so that a whole game can be played.
func affordable(s *game.State, left time.Duration) time.Duration {
	if s.Status != game.Playing {
		return left / 4
	}
	tc, clock := s.TimeControl, s.Clocks[s.Game.SideToMove()]
	switch tc.Type {
	case game.Fischer:
		return min(left/expectedTurns+milliseconds(tc.IncrementMS)/2, left/4)
	case game.Byoyomi:
		return min(milliseconds(clock.RemainingMS)/expectedTurns+milliseconds(tc.PeriodMS)/4, left/4)
	}
	return left / 4
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
