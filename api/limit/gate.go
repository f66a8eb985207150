package limit

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// ErrNodeBusy says that a node has as much work of a kind as it does at once, for
// many addresses, and did not get to another one in time.
var ErrNodeBusy = errors.New("limit: the node is busy")

// gate lets in so much work of a kind at once.
type gate struct {
	node, share, queue int

	mu      sync.Mutex
	running int
	keys    map[string]*visitor // of which something runs or waits
	waiting *list.List          // of *visitor of which something waits; the next in turn first
}

// visitor is an address in front of a gate.
type visitor struct {
	key     string
	running int
	waiting list.List     // of chan struct{}, closed when it is the work's turn
	place   *list.Element // in the gate's waiting; nil while nothing waits
}

func newGate(w Work, processors int) *gate {
	return &gate{
		node: w.Node.On(processors), share: w.Share.On(processors), queue: w.Queue,
		keys: map[string]*visitor{}, waiting: list.New(),
	}
}

var errShareTaken = errors.New("limit: the address's share is taken")

// enter waits until it is the turn of some work; leave must be called once at its
// end. The error is errShareTaken, [ErrNodeBusy] or that of ctx.
func (g *gate) enter(ctx context.Context, key string, wait time.Duration) error {
	g.mu.Lock()
	v := g.visitor(key)
	if g.admit(v) {
		g.mu.Unlock()
		return nil
	}
	if v.waiting.Len() >= g.queue {
		defer g.mu.Unlock()
		return g.refusal(v)
	}
	turn, element := g.line(v)
	g.mu.Unlock()

	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		return g.giveUp(v, turn, element, func() error { return ctx.Err() })
	case <-timer.C:
		return g.giveUp(v, turn, element, func() error { return g.refusal(v) })
	}
}

// visitor finds an address. The caller holds mu.
func (g *gate) visitor(key string) *visitor {
	v := g.keys[key]
	if v == nil {
		v = &visitor{key: key}
		g.keys[key] = v
	}
	return v
}

// admit lets in what need not wait. The caller holds mu.
func (g *gate) admit(v *visitor) bool {
	if v.place != nil || v.running >= g.share || g.running >= g.node {
		return false
	}
	v.running++
	g.running++
	return true
}

// line queues work; its turn is closed when it is let in. The caller holds mu.
func (g *gate) line(v *visitor) (turn chan struct{}, element *list.Element) {
	turn = make(chan struct{})
	element = v.waiting.PushBack(turn)
	if v.place == nil {
		v.place = g.waiting.PushBack(v)
	}
	return turn, element
}

// giveUp takes work out of its queue, unless it was let in just now.
func (g *gate) giveUp(v *visitor, turn chan struct{}, element *list.Element, why func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-turn:
		return nil
	default:
	}
	v.waiting.Remove(element)
	err := why()
	g.tidy(v)
	return err
}

// refusal is why nothing more of an address gets in.
func (g *gate) refusal(v *visitor) error {
	if v.running >= g.share {
		return errShareTaken
	}
	return ErrNodeBusy
}

// leave ends some work and lets in what is next.
func (g *gate) leave(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := g.keys[key]
	v.running--
	g.running--
	g.tidy(v)
	for e := g.waiting.Front(); e != nil && g.running < g.node; {
		v, next := e.Value.(*visitor), e.Next()
		if v.running < g.share {
			first := v.waiting.Front()
			close(v.waiting.Remove(first).(chan struct{}))
			v.running++
			g.running++
			g.waiting.MoveToBack(e)
			g.tidy(v)
		}
		e = next
	}
}

// tidy forgets an address of which nothing waits or runs.
func (g *gate) tidy(v *visitor) {
	if v.waiting.Len() == 0 && v.place != nil {
		g.waiting.Remove(v.place)
		v.place = nil
	}
	if v.waiting.Len() == 0 && v.running == 0 {
		delete(g.keys, v.key)
	}
}

// await waits until it is the turn of some work, however long that takes; leave
// must be called once at its end. The error is ctx's.
func (g *gate) await(ctx context.Context, key string) error {
	g.mu.Lock()
	v := g.visitor(key)
	if g.admit(v) {
		g.mu.Unlock()
		return nil
	}
	turn, element := g.line(v)
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		return g.giveUp(v, turn, element, func() error { return ctx.Err() })
	}
}

// Load is how much work of a kind goes on, and how much waits.
func (l *Limiter) Load(w Work) (running, waiting int) {
	g := l.gates[w.Name]
	if g == nil {
		return 0, 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for e := g.waiting.Front(); e != nil; e = e.Next() {
		waiting += e.Value.(*visitor).waiting.Len()
	}
	return g.running, waiting
}

// Enter waits until work may begin; leave must be called at its end, more than
// once does nothing. A decision that is not allowed means that the address has
// its share, and waited too long or in too long a queue. The error is
// [ErrNodeBusy], or ctx's.
func (l *Limiter) Enter(ctx context.Context, w Work, key string) (leave func(), d Decision, err error) {
	g := l.gates[w.Name]
	if g == nil {
		return func() {}, Decision{Allowed: true}, nil
	}
	switch err := g.enter(ctx, key, workWait); {
	case errors.Is(err, errShareTaken):
		return func() {}, Decision{Policy: w.policy(l.processors), RetryAfter: heldRetry}, nil
	case err != nil:
		return func() {}, Decision{}, err
	}
	return sync.OnceFunc(func() { g.leave(key) }), Decision{Allowed: true}, nil
}

// Await waits as Enter does, but for as long as it takes: for parts of what was
// begun and should not fail halfway. The error is ctx's.
func (l *Limiter) Await(ctx context.Context, w Work, key string) (leave func(), err error) {
	g := l.gates[w.Name]
	if g == nil {
		return func() {}, ctx.Err()
	}
	if err := g.await(ctx, key); err != nil {
		return func() {}, err
	}
	return sync.OnceFunc(func() { g.leave(key) }), nil
}
