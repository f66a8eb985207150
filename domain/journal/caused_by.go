package journal

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// causedBy is the side of whoever caused an event: nil for the clock, and for
// who plays both sides unless the event names one. A start, and an end that is
// nobody's decision, follow from the event before them and have its cause.
func causedBy(s game.State, e game.Event, at game.Instant, actor string, before *janggi.Side) *janggi.Side {
	switch e := e.(type) {
	case game.Created:
		return createdBy(e)
	case game.PlayerJoined:
		return &e.Side
	case game.SetupChosen:
		if e.By == game.ByTimeout {
			return nil
		}
		return &e.Side
	case game.MovePlayed:
		return &e.Side
	case game.TurnPassed:
		return &e.Side
	case game.PlayerResigned:
		return &e.Side
	case game.Started:
		return before
	case game.Ended:
		switch e.Reason {
		case janggi.EndAborted, janggi.EndAgreement, janggi.EndAbandoned, janggi.EndAdjudication:
			return endedBy(s, at, actor)
		}
		return before
	}
	return nil
}

func createdBy(e game.Created) *janggi.Side {
	switch {
	case e.Seats.Han == nil:
		return new(janggi.Cho)
	case e.Seats.Cho == nil:
		return new(janggi.Han)
	}
	return nil
}

// endedBy is the side of the player who ended the game, nil where it had waited
// too long.
func endedBy(s game.State, at game.Instant, actor string) *janggi.Side {
	if deadline, _ := s.Deadline(); s.Status == game.Waiting && at >= deadline {
		return nil
	}
	if side, ok := s.Seats.SideOf(actor); ok {
		return &side
	}
	return nil
}
