package esdb

import (
	"errors"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	// leastEvents of a page: the server begins with the one read last.
	leastEvents = 2

	// patientFactor is how many times the usual deadline a page may take that
	// cannot be made smaller.
	patientFactor = 4
)

// pace is how much of $all is read at once. It shrinks when a page takes longer
// than its deadline, over a slow link for example, and grows again when one comes
// in time.
type pace struct {
	limits
	usual    time.Duration
	deadline time.Duration
}

func newPace(deadline time.Duration) *pace {
	return &pace{limits: usualPage, usual: deadline, deadline: deadline}
}

// slower makes the next page smaller, or, if that is not possible, its deadline
// longer. It is false when neither is.
func (p *pace) slower() bool {
	switch {
	case p.events > leastEvents:
		p.events, p.bytes = max(leastEvents, p.events/8), max(1, p.bytes/8)
	case p.deadline < patientFactor*p.usual:
		p.deadline *= 2
	default:
		return false
	}
	return true
}

func (p *pace) faster() {
	p.events, p.bytes = min(usualPage.events, 2*p.events), min(usualPage.bytes, 2*p.bytes)
	p.deadline = max(p.usual, p.deadline/2)
}

func isTimeout(err error) bool {
	var e *client.Error
	return status.Code(err) == codes.DeadlineExceeded ||
		errors.As(err, &e) && e.Code() == client.ErrorCodeDeadlineExceeded
}
