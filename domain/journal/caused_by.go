package journal

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// causedBy returns the side that caused an event: nil for the clock, and for a
// player of both sides unless the event names a side. A start, and an end that
// nobody decided, have the cause of the event before them.
func causedBy(s *game.State, e game.Event, at game.Instant, actor string, before *janggi.Side) *janggi.Side {
	switch e := e.(type) {
	case game.Created:
		return createdBy(e)
	case game.PlayerJoined:
		return new(e.Side)
	case game.SetupChosen:
		if e.By == game.ByTimeout {
			return nil
		}
		return new(e.Side)
	case game.MovePlayed:
		return new(e.Side)
	case game.TurnPassed:
		return new(e.Side)
	case game.PlayerResigned:
		return new(e.Side)
	case game.Started:
		return before
	case game.Ended:
		return causedEnd(s, e, at, actor, before)
	}
	return causedOffer(s, e, before)
}

// causedEnd returns the side that caused an end. Agreement and abandonment
// determine their sides; records and organizers have none.
func causedEnd(s *game.State, e game.Ended, at game.Instant, actor string, before *janggi.Side) *janggi.Side {
	switch e.Reason {
	case janggi.EndAborted:
		return endedBy(s, at, actor)
	case janggi.EndAgreement:
		return answers(s, s.Offers().Draw)
	case janggi.EndAbandoned:
		if s.Source != nil {
			return nil
		}
		return e.Winner
	case janggi.EndAdjudication:
		return nil
	}
	return before
}

// causedOffer returns the side that caused an event about an offer.
func causedOffer(s *game.State, e game.Event, before *janggi.Side) *janggi.Side {
	switch e := e.(type) {
	case game.TakebackOffered:
		return new(e.Side)
	case game.TakebackDeclined:
		return new(e.Side)
	case game.TurnsTakenBack:
		if s.Seats.SoloGame() {
			return before
		}
		return answers(s, s.Offers().Takeback)
	case game.DrawOffered:
		return new(e.Side)
	case game.DrawDeclined:
		return new(e.Side)
	case game.TimeAdded:
		if s.Seats.SoloGame() {
			return nil
		}
		return new(e.Side.Other())
	case game.HintGiven:
		if s.Seats.SoloGame() {
			return nil
		}
		return new(e.Side)
	case game.RematchOffered:
		return new(e.Side)
	case game.RematchDeclined:
		return new(e.Side)
	case game.Rematched:
		if person, ok := s.Seats.AgainstComputer(); ok {
			return &person
		}
		return answers(s, s.Offers().Rematch)
	}
	return nil
}

// answers returns the side that an open offer is addressed to; nil for none,
// and in a solo game.
func answers(s *game.State, o game.Offering) *janggi.Side {
	if !o.Open || s.Seats.SoloGame() {
		return nil
	}
	return new(o.By.Other())
}

func createdBy(e game.Created) *janggi.Side {
	switch {
	case e.Seats.Han == nil:
		return new(janggi.Cho)
	case e.Seats.Cho == nil:
		return new(janggi.Han)
	}
	if person, ok := (game.Seats{*e.Seats.Cho, *e.Seats.Han}).AgainstComputer(); ok {
		return &person
	}
	return nil
}

// endedBy returns the side of the player who ended the game; nil if it expired
// while waiting.
func endedBy(s *game.State, at game.Instant, actor string) *janggi.Side {
	if deadline, _ := s.Deadline(); s.Status == game.Waiting && at >= deadline {
		return nil
	}
	if side, ok := s.Seats.SideOf(actor); ok {
		return &side
	}
	return nil
}
