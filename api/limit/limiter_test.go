package limit_test

import (
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/janggid/janggid/api/limit"
)

// clock is a time that only the test moves.
type clock struct{ nanos atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.nanos.Store(time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time          { return time.Unix(0, c.nanos.Load()) }
func (c *clock) add(d time.Duration)     { c.nanos.Add(int64(d)) }
func (c *clock) limiter() *limit.Limiter { return limit.New(limit.Config{Now: c.now}) }

var ten = limit.Policy{Name: "ten", Quota: 10, Window: time.Minute, Burst: 5, Per: "player", Counts: "every test"}

// use takes until nothing is allowed any more, and says how often it was.
func use(l *limit.Limiter, p limit.Policy, key string) int {
	for n := 0; ; n++ {
		if !l.Take(p, key).Allowed {
			return n
		}
	}
}

func TestTakeAllowsABurstAndThenTheRate(t *testing.T) {
	c := newClock()
	l := c.limiter()
	if n := use(l, ten, "a"); n != 5 {
		t.Errorf("at once %d are allowed, want 5", n)
	}
	c.add(5 * time.Second)
	if n := use(l, ten, "a"); n != 0 {
		t.Errorf("after 5 s %d are allowed, want none: a token takes 6 s", n)
	}
	c.add(1 * time.Second)
	if n := use(l, ten, "a"); n != 1 {
		t.Errorf("after 6 s %d are allowed, want 1", n)
	}
	c.add(time.Hour)
	if n := use(l, ten, "a"); n != 5 {
		t.Errorf("after an hour %d are allowed, want no more than the burst of 5", n)
	}
}

func TestEveryPolicyAndKeyHasItsOwnBucket(t *testing.T) {
	l := newClock().limiter()
	use(l, ten, "a")
	other := ten
	other.Name = "other"
	if !l.Take(ten, "b").Allowed || !l.Take(other, "a").Allowed {
		t.Error("another key or policy is limited too")
	}
}

func TestWaitingAsToldIsEnough(t *testing.T) {
	for _, p := range append(limit.Policies(), ten, limit.Policy{Name: "odd", Quota: 7, Window: 13 * time.Second, Burst: 3}) {
		if p.AtOnce() || isBudget(p) {
			continue
		}
		c := newClock()
		l := c.limiter()
		use(l, p, "a")
		for range 20 {
			d := l.Take(p, "a")
			if d.Allowed || d.RetryAfter <= 0 {
				t.Fatalf("%s: an empty bucket says %+v", p.Name, d)
			}
			c.add(d.RetryAfter)
			if !l.Take(p, "a").Allowed {
				t.Fatalf("%s: refused after waiting %v", p.Name, d.RetryAfter)
			}
			use(l, p, "a")
		}
		d := l.Peek(p, "a")
		c.add(d.Reset)
		if d := l.Peek(p, "a"); d.Remaining != p.Burst {
			t.Errorf("%s: after Reset %d remain, want %d", p.Name, d.Remaining, p.Burst)
		}
	}
}

// isBudget tells whether a policy is spent rather than taken. Budgets are as
// large as 2²⁸ bytes, which no test empties one by one.
func isBudget(p limit.Policy) bool {
	return slices.ContainsFunc(limit.Budgets(), func(b limit.Policy) bool { return b.Name == p.Name })
}

func TestWaitingAsToldIsEnoughForABudget(t *testing.T) {
	from := netip.MustParseAddr("192.0.2.1")
	for _, p := range limit.Budgets() {
		c := newClock()
		l := c.limiter()
		for range 20 {
			if !l.Spend(p, from, p.Quota).Allowed {
				t.Fatalf("%s: a new day's budget cannot be spent", p.Name)
			}
			c.add(7 * time.Hour)
			d := l.Spend(p, from, 1)
			if d.Allowed || d.RetryAfter <= 0 || d.RetryAfter != d.Reset {
				t.Fatalf("%s: an empty budget says %+v", p.Name, d)
			}
			c.add(d.RetryAfter - 1)
			if l.Spend(p, from, 1).Allowed {
				t.Fatalf("%s: allowed before the day is over", p.Name)
			}
			c.add(1)
		}
	}
}

func TestARefusedTakeCostsNothing(t *testing.T) {
	c := newClock()
	l := c.limiter()
	use(l, ten, "a")
	for range 100 {
		l.Take(ten, "a")
	}
	c.add(6 * time.Second)
	if !l.Take(ten, "a").Allowed {
		t.Error("attempts that were refused have put the next token off")
	}
}

func TestPeekTakesNothing(t *testing.T) {
	l := newClock().limiter()
	for range 100 {
		if d := l.Peek(ten, "a"); !d.Allowed || d.Remaining != 5 || d.Reset != 0 || d.RetryAfter != 0 {
			t.Fatalf("a new key: %+v", d)
		}
	}
	l.Take(ten, "a")
	if d := l.Peek(ten, "a"); d.Remaining != 4 {
		t.Errorf("after one: %+v", d)
	}
}

func TestOffAllowsEverything(t *testing.T) {
	l := limit.Off()
	for range 1000 {
		if !l.Take(ten, "a").Allowed || !l.Peek(ten, "a").Allowed {
			t.Fatal("something is refused")
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	l := limit.New(limit.Config{MaxBuckets: 100})
	for i := range 20_000 {
		l.Take(ten, strconv.Itoa(i))
	}
	if n := limit.BucketsOf(l); n > 200 {
		t.Errorf("%d buckets are kept, want about 100", n)
	}
}

func TestManyAtOnceGetNoMoreThanTheBurst(t *testing.T) {
	l := newClock().limiter()
	var allowed atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				if l.Take(limit.Guests, "a").Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	all.Wait()
	if allowed.Load() != int64(limit.Guests.Burst) {
		t.Errorf("%d are allowed, want %d", allowed.Load(), limit.Guests.Burst)
	}
}

func BenchmarkTake(b *testing.B) {
	l := limit.New(limit.Config{})
	b.ReportAllocs()
	for b.Loop() {
		l.Take(limit.Positions, "2001:db8:1:2::/64")
	}
}
