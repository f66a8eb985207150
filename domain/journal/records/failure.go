package records

import (
	"errors"
	"sync"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/rescue"
	"github.com/janggid/janggid/eventstore"
)

// reasonOf returns, for the importer, why a game could not be stored. The texts
// are few and fixed, because summaries count by them.
func reasonOf(err error) string {
	if _, panicked := errors.AsType[*rescue.PanicError](err); panicked {
		return "internal error"
	}
	switch {
	case errors.Is(err, journal.ErrConflict):
		return "too many concurrent imports of the same game: import it again"
	case errors.Is(err, eventstore.ErrOutcomeUnknown), unavailable(err):
		return "the store is unavailable: import it again"
	case errors.Is(err, journal.ErrDamaged):
		return "the stored game is damaged"
	}
	return "the store rejected the game"
}

func unavailable(err error) bool {
	return errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrClosed)
}

// maxOutage bounds the consecutive games that may fail because the store is
// unavailable before the import gives up: each may take the store's deadline.
const maxOutage = 10 * workers

// outage counts consecutive games that failed because the store was
// unavailable. It is safe for concurrent use.
type outage struct {
	mu     sync.Mutex
	failed int
	last   error
}

// note takes the result of storing a game into account.
func (o *outage) note(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed >= maxOutage {
		return
	}
	if !unavailable(err) {
		o.failed = 0
		return
	}
	o.failed, o.last = o.failed+1, err
	if errors.Is(err, eventstore.ErrClosed) {
		o.failed = maxOutage // this store will not recover
	}
}

// given returns the error that made the import give up; nil before that.
func (o *outage) given() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed < maxOutage {
		return nil
	}
	return o.last
}
