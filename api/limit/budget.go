package limit

import (
	"net/netip"
	"sync"
	"time"
)

// day is the window of a budget.
const day = 24 * time.Hour

// widerNetwork is how many times the budget of an IPv6 /64 all of a /48 has.
const widerNetwork = 4

// Budgets bound what an address writes in a day, so that nobody fills a disk with
// guests that cost nothing. A day begins with the first that is written in it.
var (
	GamesADay = Policy{
		Name: "games-a-day", Quota: 5000, Window: day, Burst: 5000,
		Per: "address", Counts: "every game that is created, paired or asked for again",
	}
	HotSeatTurnsADay = Policy{
		Name: "hot-seat-turns-a-day", Quota: 200_000, Window: day, Burst: 200_000,
		Per: "address", Counts: "every turn of a game against oneself or a computer, and 400 for a game of computers; never a turn of a game between people",
	}
	ImportedBytesADay = Policy{
		Name: "imported-bytes-a-day", Quota: 256 << 20, Window: day, Burst: 256 << 20,
		Per: "address", Counts: "every byte of files of records",
	}
	ImportedTurnsADay = Policy{
		Name: "imported-turns-a-day", Quota: 2_000_000, Window: day, Burst: 2_000_000,
		Per: "address", Counts: "every turn of games that an import stores, and ten more for each game",
	}
	MessagesADay = Policy{
		Name: "messages-a-day", Quota: 20_000, Window: day, Burst: 20_000,
		Per: "address", Counts: "every message at a board",
	}
	GuestsADay = Policy{
		Name: "guests-a-day", Quota: 20_000, Window: day, Burst: 20_000,
		Per: "address", Counts: "every guest",
	}
	OtherWritesADay = Policy{
		Name: "other-writes-a-day", Quota: 200_000, Window: day, Burst: 200_000,
		Per: "address", Counts: "everything else that is stored for a player: seats, setups, offers, labels, ends, requests for an opponent, tickets, streams of players",
	}
)

// Budgets are all budgets, in the order in which they are documented.
func Budgets() []Policy {
	return []Policy{GamesADay, HotSeatTurnsADay, ImportedBytesADay, ImportedTurnsADay, MessagesADay, GuestsADay, OtherWritesADay}
}

// tally is what an address has used of a budget since a day began.
type tally struct {
	mu    sync.Mutex
	begun time.Time
	used  int
}

// Spend takes n from the budgets of an address, of its /48 too if it is one of
// IPv6. If one of them has less nothing is taken, and the thing must not be done.
func (l *Limiter) Spend(p Policy, address netip.Addr, n int) Decision {
	p, limited := l.budget(p)
	if !limited {
		return Decision{Allowed: true}
	}
	spent := make([]spending, 0, 2)
	for _, s := range budgetsOf(p, address) {
		d := l.tally(s).spend(l.now(), s.policy, n)
		if !d.Allowed {
			l.refund(spent, n)
			return d
		}
		spent = append(spent, s)
	}
	return Decision{Policy: p, Allowed: true}
}

// Refund gives back what was spent on something that came to nothing.
func (l *Limiter) Refund(p Policy, address netip.Addr, n int) {
	if p, limited := l.budget(p); limited {
		l.refund(budgetsOf(p, address), n)
	}
}

func (l *Limiter) refund(spent []spending, n int) {
	for _, s := range spent {
		t := l.tally(s)
		t.mu.Lock()
		t.used = max(0, t.used-n)
		t.mu.Unlock()
	}
}

// budget is a budget as this node has it; false where it is unlimited.
func (l *Limiter) budget(p Policy) (Policy, bool) {
	if l.tallies == nil {
		return p, false
	}
	if quota, set := l.budgets[p.Name]; set {
		p.Quota, p.Burst = quota, quota
	}
	return p, p.Quota > 0
}

// spending is a budget and whose it is.
type spending struct {
	policy Policy
	key    string
}

func budgetsOf(p Policy, address netip.Addr) []spending {
	all := []spending{{p, AddressKey(address)}}
	if address = address.Unmap().WithZone(""); address.Is6() {
		wide := p
		wide.Quota, wide.Burst = widerNetwork*p.Quota, widerNetwork*p.Burst
		all = append(all, spending{wide, netip.PrefixFrom(address, 48).Masked().String()})
	}
	return all
}

func (l *Limiter) tally(s spending) *tally {
	k := bucketKey{s.policy.Name, s.key}
	if t, ok := l.tallies.GetIfPresent(k); ok {
		return t
	}
	t, _ := l.tallies.SetIfAbsent(k, &tally{})
	return t
}

func (t *tally) spend(now time.Time, p Policy, n int) Decision {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Sub(t.begun) >= p.Window {
		t.begun, t.used = now, 0
	}
	d := Decision{Policy: p, Allowed: t.used+n <= p.Quota, Reset: t.begun.Add(p.Window).Sub(now)}
	if d.Allowed {
		t.used += n
	} else {
		d.RetryAfter = d.Reset
	}
	d.Remaining = max(0, p.Quota-t.used)
	return d
}
