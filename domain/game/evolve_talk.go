package game

import "fmt"

// applyTalk folds what players say to each other about the game: offers and
// what becomes of them.
func (s *State) applyTalk(e Event, at Instant) error {
	switch e := e.(type) {
	case TakebackOffered:
		s.change(func(t *talk) { t.offers.Takeback.offer(e.Side) })
	case TakebackDeclined:
		s.change(func(t *talk) { t.offers.Takeback.decline() })
	case TurnsTakenBack:
		return s.applyTakenBack(e, at)
	case DrawOffered:
		s.change(func(t *talk) { t.offers.Draw.offer(e.Side) })
	case DrawDeclined:
		s.change(func(t *talk) { t.offers.Draw.decline() })
	case TimeAdded:
		s.Clocks = e.Clocks
	case RematchOffered:
		s.change(func(t *talk) { t.offers.Rematch.offer(e.Side) })
	case RematchDeclined:
		s.change(func(t *talk) { t.offers.Rematch.decline() })
	case Rematched:
		s.change(func(t *talk) { t.offers.Rematch.Open, t.rematch = false, e.Game })
	case HintGiven:
		s.change(func(t *talk) { t.hint, t.assisted = &e, true })
	default:
		return fmt.Errorf("game: no fold for event %T", e)
	}
	return nil
}

// applyTakenBack undoes turns. A draw that was offered meant another position;
// and who agreed to a takeback may be asked again.
func (s *State) applyTakenBack(e TurnsTakenBack, at Instant) error {
	if e.Count < 1 || e.Count > s.Ply() {
		return fmt.Errorf("game: %d turns taken back of %d", e.Count, s.Ply())
	}
	s.Game = s.Game.TakenBack(e.Count)
	s.Clocks = e.Clocks
	s.ActingSince = at
	s.change(func(t *talk) {
		t.offers.Takeback = Offering{}
		t.offers.Draw.Open = false
		t.takebacks++
		t.hint = nil
	})
	return nil
}
