package memory

// Fault replaces the usual result of one append, so that tests of higher layers
// can see appends fail.
type Fault struct {
	// Err is the append's answer: eventstore.ErrUnavailable, for example, or
	// eventstore.ErrOutcomeUnknown.
	Err error
	// Stored says that the answer alone is lost: if the append can be stored,
	// it is. A conflict is still answered as such.
	Stored bool
}

// Inject lets the next appends meet these faults, one each, in this order.
// Appends that are invalid or come after Close meet none.
func (s *Store) Inject(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

func (s *Store) nextFault() (Fault, bool) {
	if len(s.faults) == 0 {
		return Fault{}, false
	}
	f := s.faults[0]
	s.faults = s.faults[1:]
	return f, true
}
