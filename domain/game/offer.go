package game

import "github.com/janggid/janggid/domain/janggi"

// Offering is what the sides have offered one another of one kind. One offer is
// open at a time, and a side makes no other before its next turn.
type Offering struct {
	Open  bool
	By    janggi.Side // whose the open offer is
	Spent [2]bool     // the sides that have offered since their last turn
}

// Offers are a game's offerings of every kind.
type Offers struct {
	Takeback Offering
	Draw     Offering
	Rematch  Offering
}

// Offers are what is offered at present.
func (s *State) Offers() Offers {
	if s.talk == nil {
		return Offers{}
	}
	return s.talk.offers
}

// Takebacks is how often turns were taken back.
func (s *State) Takebacks() int {
	if s.talk == nil {
		return 0
	}
	return s.talk.takebacks
}

// Relabelled tells whether the labels were set since the creation.
func (s *State) Relabelled() bool { return s.talk != nil && s.talk.relabelled }

// Seed is the seed of the computers' play; 0 in games without computers.
func (s *State) Seed() int64 {
	if s.talk == nil {
		return 0
	}
	return s.talk.seed
}

// talk is what most games have nothing of; those share no memory for it. A talk
// is replaced and never changed, since states are values.
type talk struct {
	offers    Offers
	takebacks int
	rematch   string // id of the game that follows this one
	rematchOf string // id of the game that this one follows

	seed       int64 // of the computers' play
	relabelled bool

	hint     *HintGiven // for the turn to be made; nil for none
	assisted bool       // a hint was ever given
}

func (s *State) change(how func(*talk)) {
	next := talk{}
	if s.talk != nil {
		next = *s.talk
	}
	how(&next)
	s.talk = &next
}

// offer opens an offer.
func (o *Offering) offer(by janggi.Side) {
	o.Open, o.By = true, by
	o.Spent[by] = true
}

// decline closes the open offer. Its side must not repeat it at once, also
// where it has made a turn since it offered.
func (o *Offering) decline() {
	o.Open = false
	o.Spent[o.By] = true
}

// afterTurn is what a side's turn does to offers: it withdraws an offered
// takeback, which was about the turn before, whoever made it; it answers the
// other side's offer of a draw; and its own are no longer spent.
func (o *Offers) afterTurn(side janggi.Side) {
	o.Takeback.Open = false
	if o.Draw.By != side {
		o.Draw.Open = false
	}
	o.Takeback.Spent[side] = false
	o.Draw.Spent[side] = false
}

// mayOffer refuses an offer that would be one too many. Done tells that the
// side's offer is open already.
func (o Offering) mayOffer(side janggi.Side) (done bool, err error) {
	switch {
	case o.Open && o.By == side:
		return true, nil
	case o.Open:
		return false, OfferOpen
	case o.Spent[side]:
		return false, AlreadyOffered
	}
	return false, nil
}

// offeredTo refuses an answer to an offer that the other side has not open.
func (o Offering) offeredTo(s *State, player string) error {
	side, oneSide := s.Seats.SideOf(player)
	if !o.Open || !oneSide || o.By == side {
		return NoOffer
	}
	return nil
}
