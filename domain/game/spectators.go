package game

// HeldBack tells whether a game's next event after this state is shown to
// others than its players only when the game's delay has passed. Meeting is for
// everybody to see at once: a game that waits is there to be joined.
func (s *State) HeldBack() bool { return s.SpectatorDelayMS > 0 && s.Seats.Full() }

// Unannounced tells whether a game's creation too is held back: that of a rematch
// tells that the game before it, which has the same delay, is over.
func (s *State) Unannounced() bool { return s.SpectatorDelayMS > 0 && s.RematchOf() != "" }

// ShownFrom is when others than the players may know of an event that happened
// at an instant and was held back.
func (s *State) ShownFrom(at Instant) Instant { return at.Add(s.SpectatorDelayMS) }
