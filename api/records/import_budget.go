package records

import (
	"net/netip"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal/records"
)

// importBudget is how much an address may still import today: bytes of files, and
// turns, because a few bytes of a file become many in the store.
type importBudget struct {
	limiter     *limit.Limiter
	roomForMore func() error
	from        netip.Addr
}

// turnsOfGame is the size of a game in the store without its turns, in turns.
const turnsOfGame = 10

// fits refuses a file that is larger than the rest of the budget; nil if it fits, or
// if its length is unknown.
func (b importBudget) fits(length int64) *limit.Decision {
	if length <= 0 {
		return nil
	}
	d := b.limiter.Spend(limit.ImportedBytesADay, b.from, int(length))
	if !d.Allowed {
		return &d
	}
	b.limiter.Refund(limit.ImportedBytesADay, b.from, int(length))
	return nil
}

// read counts bytes of a file.
func (b importBudget) read(n int) error {
	return spent(b.limiter.Spend(limit.ImportedBytesADay, b.from, n))
}

// store counts a stored game, and refuses more once the budget is used up.
func (b importBudget) store(e records.Entry) error {
	if e.Status != records.Kept && e.Status != records.Replaced {
		return nil
	}
	if err := spent(b.limiter.Spend(limit.ImportedTurnsADay, b.from, e.Turns+turnsOfGame)); err != nil {
		return err
	}
	return b.roomForMore()
}

// spent is the problem of a budget that is used up.
func spent(d limit.Decision) error {
	if d.Allowed {
		return nil
	}
	return rest.Limited(d)
}
