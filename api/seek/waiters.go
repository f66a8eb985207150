package seek

import "sync"

// waiters counts the clients that wait for a wish on this node: a player may
// have two windows, and closes one.
type waiters struct {
	mu     sync.Mutex
	byWish map[string]int
}

func newWaiters() *waiters { return &waiters{byWish: map[string]int{}} }

func (w *waiters) enter(wish string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.byWish[wish]++
}

// leave tells whether it was the last one.
func (w *waiters) leave(wish string) (last bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byWish[wish]--; w.byWish[wish] > 0 {
		return false
	}
	delete(w.byWish, wish)
	return true
}
