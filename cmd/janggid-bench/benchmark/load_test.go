package benchmark

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// taking is a worker whose operations take given times, one after the other.
type taking struct {
	preparing time.Duration
	times     []time.Duration
	n         int
	err       error
}

func (w *taking) ready() error {
	time.Sleep(w.preparing)
	return nil
}

func (w *taking) operate() (int, error) {
	time.Sleep(w.times[w.n%len(w.times)])
	w.n++
	return 10, w.err
}

func TestALoadRepeatsUntilItsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &taking{times: []time.Duration{time.Millisecond, 3 * time.Millisecond}}
		done, err := load{duration: time.Second}.run(t.Context(), []worker{w})
		if err != nil || done.operations != 500 || done.bytes != 5000 || done.perSecond() != 500 {
			t.Errorf("%d operations, %d bytes, %v a second, %v", done.operations, done.bytes, done.perSecond(), err)
		}
		if low, high := done.quantile(0.25), done.quantile(0.99); low != time.Millisecond || high != 3*time.Millisecond {
			t.Errorf("a quarter within %v, all but a hundredth within %v", low, high)
		}
	})
}

// One operation that takes long must be felt by those that were due meanwhile.
func TestAtAGivenRateWaitingCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &taking{times: []time.Duration{500 * time.Millisecond, 0, 0, 0, 0, 0}}
		done, err := load{duration: 600 * time.Millisecond, rate: 10}.run(t.Context(), []worker{w})
		if err != nil {
			t.Fatal(err)
		}
		want := []time.Duration{0, 100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 400 * time.Millisecond, 500 * time.Millisecond}
		if len(done.latencies) != len(want) {
			t.Fatalf("latencies %v, want %v", done.latencies, want)
		}
		for i, l := range done.latencies {
			if l != want[i] {
				t.Fatalf("latencies %v, want %v", done.latencies, want)
			}
		}
	})
}

func TestPreparingDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &taking{preparing: 300 * time.Millisecond, times: []time.Duration{2 * time.Millisecond}}
		done, err := load{duration: time.Second, rate: 100}.run(t.Context(), []worker{w})
		if err != nil || len(done.latencies) < 3 {
			t.Fatalf("latencies %v, %v", done.latencies, err)
		}
		if most := done.quantile(1); most != 2*time.Millisecond {
			t.Errorf("an operation of 2 ms took %v", most)
		}
	})
}

func TestALoadEndsWithTheFirstError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		fine, bad := &taking{times: []time.Duration{time.Millisecond}}, &taking{times: []time.Duration{time.Millisecond}, err: broken}
		begun := time.Now()
		if _, err := (load{duration: time.Hour}).run(context.Background(), []worker{fine, bad}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		if time.Since(begun) > time.Second {
			t.Errorf("it went on for %v", time.Since(begun))
		}
	})
}
