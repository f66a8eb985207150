package limit_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/janggid/janggid/api/limit"
)

var three = limit.Policy{Name: "three", Quota: 3, Burst: 3, Per: "player", Counts: "every test that runs"}

// hold begins until nothing is allowed any more, and gives what ends each.
func hold(l *limit.Limiter, p limit.Policy, key string) (releases []func()) {
	for {
		d, release := l.Hold(p, key)
		if !d.Allowed {
			return releases
		}
		releases = append(releases, release)
	}
}

func TestHoldAllowsTheQuotaAtOnce(t *testing.T) {
	l := newClock().limiter()
	going := hold(l, three, "a")
	if len(going) != 3 {
		t.Fatalf("%d go on at once, want 3", len(going))
	}
	if d, _ := l.Hold(three, "b"); !d.Allowed || d.Remaining != 2 {
		t.Errorf("another key: %+v", d)
	}
	going[1]()
	if n := len(hold(l, three, "a")); n != 1 {
		t.Errorf("after one has ended %d may begin, want 1", n)
	}
}

func TestARefusedHoldReleasesNothing(t *testing.T) {
	l := newClock().limiter()
	hold(l, three, "a")
	d, release := l.Hold(three, "a")
	if d.Allowed || d.RetryAfter <= 0 {
		t.Fatalf("one too many: %+v", d)
	}
	release()
	if d, _ := l.Hold(three, "a"); d.Allowed {
		t.Error("the end of what never began has made a place")
	}
}

func TestWhatHasEndedTakesNoMemory(t *testing.T) {
	l := newClock().limiter()
	for _, release := range hold(l, three, "a") {
		release()
	}
	if n := limit.HeldBy(l); n != 0 {
		t.Errorf("%d keys are kept", n)
	}
}

func TestOffHoldsEverything(t *testing.T) {
	l := limit.Off()
	for range 10 {
		d, release := l.Hold(three, "a")
		if !d.Allowed {
			t.Fatal("something is refused")
		}
		defer release()
	}
}

func TestManyThatBeginAtOnceAreNoMoreThanTheQuota(t *testing.T) {
	l := newClock().limiter()
	var going atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				d, release := l.Hold(three, "a")
				if !d.Allowed {
					continue
				}
				if n := going.Add(1); n > 3 {
					t.Errorf("%d go on", n)
				}
				going.Add(-1)
				release()
			}
		})
	}
	all.Wait()
}
