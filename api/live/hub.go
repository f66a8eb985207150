package live

import (
	"sync"
	"time"
)

// Hub passes frames on by topic. Its methods may be called from many
// goroutines.
type Hub struct {
	now   func() time.Time
	beats [beatSlots]map[*Subscription]struct{}
	turn  int // where the wheel of heartbeats puts the next subscription

	mu     sync.RWMutex
	topics map[string]map[*Subscription]struct{}
	open   int
	cut    uint64
	closed bool
	later  later
}

// New makes a hub. Run sees to its heartbeats and to what is due later.
func New(now func() time.Time) *Hub {
	h := &Hub{now: now, topics: map[string]map[*Subscription]struct{}{}, later: newLater()}
	for i := range h.beats {
		h.beats[i] = map[*Subscription]struct{}{}
	}
	return h
}

// Subscribe begins to queue what is published under any of the topics. The
// subscription must be closed.
func (h *Hub) Subscribe(topics ...string) *Subscription {
	s := &Subscription{hub: h, topics: topics, waking: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		s.end(ErrClosed)
	}
	h.join(s)
	s.beat = h.turn % beatSlots
	h.turn++
	h.beats[s.beat][s] = struct{}{}
	h.open++
	return s
}

// join puts a subscription under its topics. The caller holds mu.
func (h *Hub) join(s *Subscription) {
	for _, topic := range s.topics {
		if h.topics[topic] == nil {
			h.topics[topic] = map[*Subscription]struct{}{}
		}
		h.topics[topic][s] = struct{}{}
	}
}

// part takes a subscription away from its topics. The caller holds mu.
func (h *Hub) part(s *Subscription) {
	for _, topic := range s.topics {
		delete(h.topics[topic], s)
		if len(h.topics[topic]) == 0 {
			delete(h.topics, topic)
		}
	}
}

// move changes the topics of a subscription that is open.
func (h *Hub) move(s *Subscription, topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, there := h.beats[s.beat][s]; !there {
		return
	}
	h.part(s)
	s.topics = topics
	h.join(s)
}

func (h *Hub) leave(s *Subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, there := h.beats[s.beat][s]; !there {
		return
	}
	delete(h.beats[s.beat], s)
	h.part(s)
	h.open--
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == ErrSlow {
		h.cut++
	}
	s.end(ErrClosed)
}

// Publish gives a frame to whoever has subscribed to the topic.
func (h *Hub) Publish(topic string, f *Frame) { h.PublishIn(f, topic) }

// PublishIn gives a frame to whoever has subscribed to a topic, in each of them at
// the same moment: who moves from one to another has it once.
func (h *Hub) PublishIn(f *Frame, topics ...string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, topic := range topics {
		for s := range h.topics[topic] {
			s.push(f)
		}
	}
}

// Heard tells whether anybody has subscribed to a topic: a frame that nobody
// wants need not be made.
func (h *Hub) Heard(topic string) bool { return h.Count(topic) > 0 }

// Count is how many have subscribed to a topic.
func (h *Hub) Count(topic string) int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.topics[topic])
}

// Close ends all subscriptions, and those to come, with ErrClosed.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, slot := range h.beats {
		for s := range slot {
			s.mu.Lock()
			s.end(ErrClosed)
			s.mu.Unlock()
		}
	}
}

// Stats are the numbers of streams.
type Stats struct {
	Open int    // subscriptions at present
	Cut  uint64 // subscriptions that ended because their readers were too slow
}

// Stats tells how the hub does.
func (h *Hub) Stats() Stats {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return Stats{h.open, h.cut}
}
