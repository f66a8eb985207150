package live

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestPublishReachesWhoSubscribedToTheTopic(t *testing.T) {
	h := New(time.Now)
	a, b := h.Subscribe("one", "two"), h.Subscribe("two")
	f := &Frame{Kind: "news"}
	h.Publish("one", f)
	h.Publish("three", f)
	if frames, err := a.Next(t.Context()); err != nil || len(frames) != 1 || frames[0] != f {
		t.Errorf("%v, %v", frames, err)
	}
	a.Close()
	if h.Heard("one") || h.Count("two") != 1 || h.Stats().Open != 1 {
		t.Error("a subscription that was closed still counts")
	}
	h.Close()
	if _, err := b.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("%v, want %v", err, ErrClosed)
	}
	if _, err := h.Subscribe("one").Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v, want %v", err, ErrClosed)
	}
}

func TestAFullQueueCutsItsReaderOff(t *testing.T) {
	for name, c := range map[string]struct{ size, fit int }{
		"by number": {0, maxQueued},
		"by size":   {maxQueuedBytes / 4, 4},
	} {
		t.Run(name, func(t *testing.T) {
			h := New(time.Now)
			s := h.Subscribe("topic")
			f := &Frame{Members: make([]byte, c.size)}
			for range c.fit {
				h.Publish("topic", f)
			}
			if frames, err := s.Next(t.Context()); err != nil || len(frames) != c.fit {
				t.Fatalf("%d frames, %v; want %d", len(frames), err, c.fit)
			}
			for range c.fit + 1 {
				h.Publish("topic", f)
			}
			if _, err := s.Next(t.Context()); !errors.Is(err, ErrSlow) {
				t.Errorf("%v, want %v", err, ErrSlow)
			}
			if s.Close(); h.Stats().Cut != 1 {
				t.Errorf("%+v", h.Stats())
			}
		})
	}
}

func TestRunBeatsEveryFifteenSecondsAndDoesWhatIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(time.Now)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { h.Run(ctx); close(ended) }()
		begin := time.Now()
		s := h.Subscribe("topic")
		first, second := make(chan time.Duration, 1), make(chan time.Duration, 1)
		h.At(begin.Add(2*time.Second), func() { second <- time.Since(begin) })
		h.At(begin.Add(time.Second), func() { first <- time.Since(begin) })
		if at := <-first; at != time.Second {
			t.Errorf("done after %v, want 1 s", at)
		}
		if at := <-second; at != 2*time.Second {
			t.Errorf("done after %v, want 2 s", at)
		}
		var beats []time.Time
		for range 3 {
			frames, err := s.Next(t.Context())
			if err != nil || len(frames) != 1 || frames[0].Kind != Heartbeat {
				t.Fatalf("%v, %v", frames, err)
			}
			beats = append(beats, time.Now())
		}
		if beats[2].Sub(beats[1]) != HeartbeatEvery { // the first one waited to be read
			t.Errorf("heartbeats at %v", beats)
		}
		cancel()
		<-ended
	})
}

// Who moves misses nothing that is published in the old topics and the new, and has
// nothing twice.
func TestMovingASubscriptionLosesAndRepeatsNothing(t *testing.T) {
	h := New(time.Now)
	s := h.Subscribe("before", "stays")
	for range 3 {
		h.PublishIn(&Frame{}, "before", "after")
	}
	s.Move("after", "stays")
	for range 3 {
		h.PublishIn(&Frame{}, "before", "after")
	}
	h.Publish("stays", &Frame{})
	if frames, err := s.Next(t.Context()); err != nil || len(frames) != 7 {
		t.Errorf("%d frames, %v; want 7", len(frames), err)
	}
	if h.Heard("before") || !h.Heard("after") {
		t.Error("the topics are not those moved to")
	}
	s.Close()
	s.Move("before")
	if h.Heard("before") || h.Heard("after") || h.Heard("stays") {
		t.Error("a subscription that was closed is in a topic")
	}
}
