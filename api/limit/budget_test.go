package limit_test

import (
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/api/limit"
)

func TestABudgetIsAnAddressesForADay(t *testing.T) {
	c := newClock()
	l := limit.New(limit.Config{Now: c.now, Budgets: map[string]int{limit.GamesADay.Name: 10}})
	spend := func(address string, n int) limit.Decision {
		return l.Spend(limit.GamesADay, netip.MustParseAddr(address), n)
	}
	if d := spend("192.0.2.1", 8); !d.Allowed {
		t.Fatal("what there is cannot be spent")
	}
	c.add(time.Hour)
	if d := spend("192.0.2.1", 3); d.Allowed || d.RetryAfter != 23*time.Hour || d.Remaining != 2 || d.Policy.Quota != 10 {
		t.Errorf("too much: %+v", d)
	}
	if !spend("192.0.2.1", 2).Allowed || spend("192.0.2.1", 1).Allowed {
		t.Error("the rest is not what was left")
	}
	l.Refund(limit.GamesADay, netip.MustParseAddr("192.0.2.1"), 1)
	if !spend("192.0.2.1", 1).Allowed || spend("192.0.2.1", 1).Allowed {
		t.Error("what was given back cannot be spent once")
	}
	if !spend("192.0.2.2", 10).Allowed {
		t.Error("another address pays too")
	}
	c.add(23 * time.Hour)
	if !spend("192.0.2.1", 10).Allowed {
		t.Error("the next day has no budget of its own")
	}
}

func TestAnIPv6ClientHasNotABudgetForEachOfItsNetworks(t *testing.T) {
	l := limit.New(limit.Config{Budgets: map[string]int{limit.GamesADay.Name: 10}})
	spend := func(address string) bool { return l.Spend(limit.GamesADay, netip.MustParseAddr(address), 10).Allowed }
	if !spend("2001:db8:1:1::1") || spend("2001:db8:1:1::2") {
		t.Error("a /64 has not one budget")
	}
	for _, address := range []string{"2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:4::1"} {
		if !spend(address) {
			t.Errorf("%s has none", address)
		}
	}
	if spend("2001:db8:1:5::1") {
		t.Error("a /48 has more than four budgets")
	}
	if !spend("2001:db8:2:5::1") {
		t.Error("another /48 has none")
	}
}

func TestABudgetCanBeUnlimited(t *testing.T) {
	for name, l := range map[string]*limit.Limiter{"off": limit.Off(), "0": limit.New(limit.Config{Budgets: map[string]int{limit.GamesADay.Name: 0}})} {
		for range 3 {
			if !l.Spend(limit.GamesADay, netip.Addr{}, limit.GamesADay.Quota).Allowed {
				t.Errorf("%s: refused", name)
			}
		}
	}
}

func TestPaceMakesWaitAndRefusesWhatWouldWaitTooLong(t *testing.T) {
	l := limit.New(limit.Config{})
	synctest.Test(t, func(t *testing.T) {
		p := limit.Policy{Name: "p", Quota: 60, Window: time.Minute, Burst: 2, Per: "address", Counts: "every test"}
		begun := time.Now()
		for want := range 3 {
			d := l.Pace(t.Context(), p, "a")
			if waited := time.Since(begun).Round(time.Millisecond); !d.Allowed || waited != time.Duration(max(0, want-1))*time.Second {
				t.Errorf("request %d: %+v after %v", want, d, waited)
			}
		}
		for range 2 {
			go l.Pace(t.Context(), p, "a")
		}
		synctest.Wait()
		if d := l.Pace(t.Context(), p, "a"); d.Allowed || d.RetryAfter <= 2*time.Second {
			t.Errorf("what would wait for 3 s: %+v", d)
		}
		if d := l.Pace(t.Context(), p, "b"); !d.Allowed {
			t.Error("another address waits")
		}
		synctest.Wait()
	})
}

func TestWhatIsQueuedIsNeverRefused(t *testing.T) {
	l := limit.New(limit.Config{})
	synctest.Test(t, func(t *testing.T) {
		p := limit.Policy{Name: "p", Quota: 60, Window: time.Minute, Burst: 2, Per: "address", Counts: "every test"}
		begun := time.Now()
		for want := range 10 {
			l.Queue(t.Context(), p, "a")
			if waited := time.Since(begun).Round(time.Millisecond); waited != time.Duration(max(0, want-1))*time.Second {
				t.Errorf("number %d is let in after %v", want, waited)
			}
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { l.Queue(t.Context(), p, "b") })
		}
		all.Wait()
		if waited := time.Since(begun).Round(time.Second); waited != (8+98)*time.Second {
			t.Errorf("a hundred at once are let in after %v", waited)
		}
	})
}
