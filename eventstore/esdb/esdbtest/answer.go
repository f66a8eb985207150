package esdbtest

import "time"

// answer is what a node says to an append.
type answer struct {
	committed
	noPosition bool
	err        error // of package status
}

// store judges an append, does it, and gives the answer, if there is one, soon
// or late, to a function. What is under way is done even if its caller leaves.
func (s *Server) store(stream string, expected int64, events []event, reply func(answer)) {
	fault, idempotence := s.appendFault()
	log := s.cluster.stored()
	switch {
	case fault.isLate():
		done, finish := log.begin(stream, expected, events, idempotence)
		if done.decision != written {
			s.reply(done, AppendFault{}, reply)
			return
		}
		if fault.losesAnswer() {
			s.reply(done, fault, reply)
			reply = func(answer) {}
			fault = AppendFault{Late: fault.Late, Until: fault.Until}
		}
		s.late.Go(func() {
			if s.sleep(fault.Late, fault.Until) {
				s.reply(finish(), fault, reply)
			}
		})
	case fault.isStoring():
		done := log.commit(stream, expected, events, idempotence)
		if done.decision == wrongVersion || done.decision == streamDeleted {
			fault = AppendFault{}
		}
		if fault.AnswerLate == 0 {
			s.reply(done, fault, reply)
			return
		}
		s.late.Go(func() {
			if s.sleep(fault.AnswerLate, nil) {
				s.reply(done, fault, reply)
			}
		})
	default:
		s.reply(committed{}, fault, reply)
	}
}

func (s *Server) reply(done committed, fault AppendFault, reply func(answer)) {
	switch {
	case fault.Silent, done.decision == dropped:
	case fault.Cut:
		s.CutConnections()
	case fault.Err != nil:
		reply(answer{err: fault.Err})
	default:
		reply(answer{committed: done, noPosition: fault.NoPosition})
	}
}

// sleep waits; it is false when the test ended meanwhile.
func (s *Server) sleep(d time.Duration, until <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.done:
		return false
	}
	if until == nil {
		return true
	}
	select {
	case <-until:
		return true
	case <-s.done:
		return false
	}
}
