package api

import (
	"net/netip"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal/records"
)

// importBudget is what an address may still import today: bytes of files, and,
// since a few bytes of one make many times as many in the store, turns.
type importBudget struct {
	s    *Server
	from netip.Addr
}

// turnsOfGame is what a game takes in the store beside its turns.
const turnsOfGame = 10

// fits tells before a file is read that it is too large for what is left; nil
// where it fits, or where its length is not known.
func (b importBudget) fits(length int64) *limit.Decision {
	if length <= 0 {
		return nil
	}
	d := b.s.limits.Limiter.Spend(limit.ImportedBytesADay, b.from, int(length))
	if !d.Allowed {
		return &d
	}
	b.s.limits.Limiter.Refund(limit.ImportedBytesADay, b.from, int(length))
	return nil
}

// read counts what was read of a file.
func (b importBudget) read(n int) error {
	return spent(b.s.limits.Limiter.Spend(limit.ImportedBytesADay, b.from, n))
}

// store counts a game that was stored, and tells where there must be no more.
func (b importBudget) store(e records.Entry) error {
	if e.Status != records.Kept && e.Status != records.Replaced {
		return nil
	}
	if err := spent(b.s.limits.Limiter.Spend(limit.ImportedTurnsADay, b.from, e.Turns+turnsOfGame)); err != nil {
		return err
	}
	return b.s.roomForMore()
}

// spent is the problem that a budget is used up.
func spent(d limit.Decision) error {
	if d.Allowed {
		return nil
	}
	return rest.Limited(d)
}
