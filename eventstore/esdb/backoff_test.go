package esdb

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestBackoffGrowsWithJitterToALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &backoff{}
		different := map[time.Duration]bool{}
		for i := range 20 {
			want := min(firstPause<<i, longestPause)
			began := time.Now()
			if !b.wait(t.Context()) {
				t.Fatal("no further attempt")
			}
			paused := time.Since(began)
			if paused > want || paused < want/2 {
				t.Errorf("pause %d is %s, want %s or up to half of it less", i, paused, want)
			}
			if want == longestPause {
				different[paused] = true
			}
		}
		if len(different) < 2 {
			t.Error("no jitter")
		}
		b.reset()
		if began := time.Now(); !b.wait(t.Context()) || time.Since(began) > firstPause {
			t.Error("not reset")
		}
	})
}

func TestBackoffEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &backoff{until: time.Now().Add(time.Second)}
		began := time.Now()
		for b.wait(t.Context()) {
		}
		if paused := time.Since(began); paused > time.Second || paused < 300*time.Millisecond {
			t.Errorf("patience of a second lasted %s", paused)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if (&backoff{}).wait(ctx) {
			t.Error("an attempt after the context's end")
		}
	})
}
