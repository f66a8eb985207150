package records

import (
	"errors"
	"sync"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/rescue"
	"github.com/janggid/janggid/eventstore"
)

// reasonOf tells an importer why a game could not be stored. The texts are few
// and fixed, since a summary counts by them.
func reasonOf(err error) string {
	if _, panicked := errors.AsType[*rescue.PanicError](err); panicked {
		return "internal error"
	}
	switch {
	case errors.Is(err, journal.ErrConflict):
		return "other imports of the same game were faster, several times: import it again"
	case errors.Is(err, eventstore.ErrOutcomeUnknown), unavailable(err):
		return "the store is unavailable: import it again"
	case errors.Is(err, journal.ErrDamaged):
		return "the stored game is damaged"
	}
	return "the store could not take it"
}

func unavailable(err error) bool {
	return errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrClosed)
}

// maxOutage is how many games in a row an unavailable store may fail before it
// is asked no more: each attempt may take as long as the store's deadline.
const maxOutage = 10 * workers

// outage counts the games in a row that failed because the store was away. It is
// safe for concurrent use.
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
		o.failed = maxOutage // it does not come back
	}
}

// given is the error that made the import give the store up; nil while it has
// not.
func (o *outage) given() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed < maxOutage {
		return nil
	}
	return o.last
}
