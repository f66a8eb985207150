package limit_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/api/limit"
)

// enter starts work that must be let in at once.
func enter(t *testing.T, l *limit.Limiter, key string) (leave func()) {
	t.Helper()
	leave, d, err := l.Enter(t.Context(), limit.Calculations, key)
	if err != nil || !d.Allowed {
		t.Fatalf("%s: %+v, %v", key, d, err)
	}
	return leave
}

// started starts work that waits, and tells when it is let in.
func started(l *limit.Limiter, key string) <-chan func() {
	in := make(chan func(), 1)
	go func() {
		leave, _, _ := l.Enter(context.Background(), limit.Calculations, key)
		in <- leave
	}()
	synctest.Wait()
	return in
}

func TestAnAddressHasItsShareAndTheNodeTheRest(t *testing.T) {
	l := limit.New(limit.Config{Processors: 2}) // one for an address, four in all
	synctest.Test(t, func(t *testing.T) {
		leave := enter(t, l, "a")
		second := started(l, "a")
		if len(second) > 0 {
			t.Fatal("an address has more than its share")
		}
		var others []func()
		for _, key := range []string{"b", "c", "d"} {
			others = append(others, enter(t, l, key))
		}
		fifth := started(l, "e")
		if len(fifth) > 0 {
			t.Fatal("the node does more than it can")
		}
		others[0]()
		synctest.Wait()
		if len(fifth) == 0 || len(second) > 0 {
			t.Fatal("what another address left is not the next one's")
		}
		leave()
		leave() // does nothing
		synctest.Wait()
		if len(second) == 0 {
			t.Fatal("what waits is not let in")
		}
		(<-second)()
		(<-fifth)()
		others[1]()
		others[2]()
		if n := limit.WaitingOrRunning(l); n != 0 {
			t.Errorf("%d addresses are remembered", n)
		}
	})
}

func TestAddressesTakeTurns(t *testing.T) {
	l := limit.New(limit.Config{Processors: 1}) // one for an address, two in all
	synctest.Test(t, func(t *testing.T) {
		leaves := []func(){enter(t, l, "x"), enter(t, l, "y")}
		a1, a2, b := started(l, "a"), started(l, "a"), started(l, "b")
		leaves[0]()
		synctest.Wait()
		if len(a1) != 1 || len(b) != 0 {
			t.Fatal("the first is not the first")
		}
		(<-a1)()
		synctest.Wait()
		if len(b) != 1 || len(a2) != 0 {
			t.Fatal("an address is let in twice while another waits")
		}
		(<-b)()
		(<-a2)()
		leaves[1]()
	})
}

func TestWorkWaitsForABoundedTimeInABoundedQueue(t *testing.T) {
	l := limit.New(limit.Config{Processors: 2})
	synctest.Test(t, func(t *testing.T) {
		defer enter(t, l, "a")()
		begun := time.Now()
		_, d, err := l.Enter(t.Context(), limit.Calculations, "a")
		if err != nil || d.Allowed || d.RetryAfter <= 0 || time.Since(begun) != 10*time.Second {
			t.Errorf("after %v: %+v, %v", time.Since(begun), d, err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := l.Enter(gone, limit.Calculations, "a"); !errors.Is(err, context.Canceled) {
			t.Errorf("a client that has gone: %v", err)
		}
		for range limit.Calculations.Queue {
			go l.Enter(context.Background(), limit.Calculations, "a")
		}
		synctest.Wait()
		begun = time.Now()
		if _, d, _ := l.Enter(t.Context(), limit.Calculations, "a"); d.Allowed || time.Since(begun) > 0 {
			t.Errorf("one too many waits %v", time.Since(begun))
		}
		for _, key := range []string{"b", "c", "d"} {
			defer enter(t, l, key)()
		}
		if _, _, err := l.Enter(t.Context(), limit.Calculations, "e"); !errors.Is(err, limit.ErrNodeBusy) {
			t.Errorf("a node that is full: %v", err)
		}
	})
}

func TestGatesUnderManyAddresses(t *testing.T) {
	l := limit.New(limit.Config{Processors: 2})
	var running atomic.Int64
	var all sync.WaitGroup
	for worker := range 64 {
		all.Go(func() {
			for range 50 {
				leave, d, err := l.Enter(t.Context(), limit.Calculations, string(rune('a'+worker%8)))
				if err != nil || !d.Allowed {
					t.Errorf("%+v, %v", d, err)
				}
				if n := running.Add(1); n > 4 {
					t.Errorf("%d run at once", n)
				}
				running.Add(-1)
				leave()
			}
		})
	}
	all.Wait()
	if n := limit.WaitingOrRunning(l); n != 0 {
		t.Errorf("%d addresses are remembered", n)
	}
}

func TestOffLetsAllWorkIn(t *testing.T) {
	l := limit.Off()
	for range 10 {
		if _, d, err := l.Enter(t.Context(), limit.Calculations, "a"); err != nil || !d.Allowed {
			t.Fatal("something is refused")
		}
	}
}

func TestPartsOfWorkWaitAsLongAsItTakes(t *testing.T) {
	l := limit.New(limit.Config{Processors: 2})
	synctest.Test(t, func(t *testing.T) {
		leave := enter(t, l, "a")
		begun := time.Now()
		in := make(chan func(), 1000)
		for range cap(in) { // more than may wait, were they requests
			go func() {
				leave, err := l.Await(t.Context(), limit.Calculations, "a")
				if err != nil {
					t.Error(err)
				}
				in <- leave
			}()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(in) > 0 {
			t.Fatal("an address has more than its share")
		}
		leave()
		for range cap(in) {
			(<-in)()
		}
		if waited := time.Since(begun); waited != time.Minute {
			t.Errorf("the last one is let in after %v", waited)
		}

		leave = enter(t, l, "a")
		defer leave()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := l.Await(ctx, limit.Calculations, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("given up with %v", err)
		}
		if running, waiting := l.Load(limit.Calculations); running != 1 || waiting != 0 {
			t.Errorf("%d run and %d wait after one gave up", running, waiting)
		}
	})
}
