package api

import "sync"

// wishWaiters counts the clients that wait for a wish on this node: a player may
// have two windows, and closes one.
type wishWaiters struct {
	mu     sync.Mutex
	byWish map[string]int
}

func newWishWaiters() *wishWaiters { return &wishWaiters{byWish: map[string]int{}} }

func (w *wishWaiters) enter(wish string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.byWish[wish]++
}

// leave tells whether it was the last one.
func (w *wishWaiters) leave(wish string) (last bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byWish[wish]--; w.byWish[wish] > 0 {
		return false
	}
	delete(w.byWish, wish)
	return true
}
