package esdbtest

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// AppendFault is what befalls one append.
type AppendFault struct {
	// Stored says that the append is judged and done before the fault. A wrong
	// expected version is still answered as such.
	Stored bool
	// Err is the answer: an error of package status.
	Err error
	// Silent leaves the append without an answer until its caller gives up.
	Silent bool
	// Cut closes every connection to the node instead of an answer.
	Cut bool
	// NoPosition answers success without a position, as the server does when it
	// recognises a retry whose first event it can no longer read.
	NoPosition bool
	// Late is how long the append takes to be replicated: until then no reader
	// sees it, and its retries are dropped. The answer follows, unless Err, Cut
	// or Silent say that it is lost, which befalls it at once.
	Late time.Duration
	// Until, if set, is as Late until the channel is closed.
	Until <-chan struct{}
	// AnswerLate is how long the answer takes after the append was stored.
	AnswerLate time.Duration
}

// isStoring tells whether an append is judged and done at all.
func (f AppendFault) isStoring() bool {
	return f.Stored || f.NoPosition || f.isLate() || f.AnswerLate > 0 || f == (AppendFault{})
}

func (f AppendFault) losesAnswer() bool { return f.Err != nil || f.Cut || f.Silent }

func (f AppendFault) isLate() bool { return f.Late > 0 || f.Until != nil }

// ReadFault is what befalls one read or one subscription.
type ReadFault struct {
	// After is how many events are sent first. A read that ends earlier meets no
	// fault.
	After int
	// Err, Silent and Cut: see AppendFault.
	Err    error
	Silent bool
	Cut    bool
	// Unknown sends a message of a kind that the client does not know, and goes on.
	Unknown bool
	// Repeat sends the last event once more, and goes on.
	Repeat bool
}

// faults is what a node is told to do wrong.
type faults struct {
	appends       []AppendFault
	reads         []ReadFault
	subscriptions []ReadFault
	noIdempotence bool
	omitCreated   bool
	lagging       bool
	seen          int // records that a lagging node has
	lateness      time.Duration
	refusals      int // logins to refuse
}

// InjectAppends lets the node's next appends meet these faults, one each.
func (s *Server) InjectAppends(f ...AppendFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.appends = append(s.faults.appends, f...)
}

// InjectReads lets the node's next reads meet these faults, one each.
func (s *Server) InjectReads(f ...ReadFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.reads = append(s.faults.reads, f...)
}

// InjectSubscriptions lets the node's next subscriptions meet these faults, one
// each.
func (s *Server) InjectSubscriptions(f ...ReadFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.subscriptions = append(s.faults.subscriptions, f...)
}

// SetLateness lets each append take a random time of up to most: half of them
// are stored late, the others stored at once and answered late. Zero ends it.
func (s *Server) SetLateness(most time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.lateness = most
}

// SetIdempotence turns off, or on again, that the node recognises the retry of a
// write: without it a retry is answered with a wrong expected version.
func (s *Server) SetIdempotence(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.noIdempotence = !on
}

// SetCreated turns off, or on again, that events are sent with their time. No
// real server leaves it out; the client ends the process when it is missing.
func (s *Server) SetCreated(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.omitCreated = !on
}

// SetLag lets a follower fall behind: what is stored from now on it does not have
// to read until it is turned off.
func (s *Server) SetLag(on bool) {
	log := s.cluster.stored()
	records := len(log.whole(math.MaxInt))
	s.mu.Lock()
	s.faults.lagging, s.faults.seen = on, records
	s.mu.Unlock()
	log.mu.Lock()
	defer log.mu.Unlock()
	log.announce()
}

// replicated is how many records the node has.
func (s *Server) replicated() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults.lagging {
		return s.faults.seen
	}
	return math.MaxInt
}

func (s *Server) created() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.faults.omitCreated
}

// appendFault takes the next fault, and says whether retries are recognised.
func (s *Server) appendFault() (fault AppendFault, idempotence bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fault = take(&s.faults.appends)
	if s.deposed {
		fault = AppendFault{Silent: true}
	} else if fault == (AppendFault{}) && s.faults.lateness > 0 {
		if late := rand.N(s.faults.lateness); rand.N(2) == 0 {
			fault.Late = late
		} else {
			fault.AnswerLate = late
		}
	}
	return fault, !s.faults.noIdempotence
}

func (s *Server) readFault(subscription bool) ReadFault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if subscription {
		return take(&s.faults.subscriptions)
	}
	return take(&s.faults.reads)
}

func take[F any](queue *[]F) F {
	var first F
	if len(*queue) > 0 {
		first = (*queue)[0]
		*queue = (*queue)[1:]
	}
	return first
}

// DropSubscriptions ends all subscriptions to the node that run now.
func (s *Server) DropSubscriptions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.drop)
	s.drop = make(chan struct{})
}

func (s *Server) dropped() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.drop
}

// CutConnections closes all connections to the node, which goes on.
func (s *Server) CutConnections() { s.gate.cut() }

// AwaitUnderWay waits until a write is under way.
func (s *Server) AwaitUnderWay(t testing.TB) {
	t.Helper()
	const patience = time.Minute
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for late := time.After(patience); s.UnderWay() == 0; {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("waited %v for a write under way", patience)
		}
	}
}

// UnderWay is how many writes are not replicated yet.
func (s *Server) UnderWay() int {
	log := s.cluster.stored()
	log.mu.Lock()
	defer log.mu.Unlock()
	return len(log.pending)
}
