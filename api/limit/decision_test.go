package limit_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/janggid/janggid/api/limit"
)

func TestHeaderFields(t *testing.T) {
	c := newClock()
	l := c.limiter()
	header := func(d limit.Decision) map[string][]string {
		h := http.Header{}
		d.AddHeader(h)
		return h
	}
	tests := []struct {
		name string
		do   func() limit.Decision
		want map[string][]string
	}{
		{"untouched", func() limit.Decision { return l.Peek(ten, "a") }, map[string][]string{
			"Ratelimit-Policy": {`"ten";q=10;w=60`}, "Ratelimit": {`"ten";r=5;t=0`},
		}},
		{"allowed", func() limit.Decision { return l.Take(ten, "a") }, map[string][]string{
			"Ratelimit-Policy": {`"ten";q=10;w=60`}, "Ratelimit": {`"ten";r=4;t=6`},
		}},
		{"refused", func() limit.Decision { use(l, ten, "a"); c.add(4500 * time.Millisecond); return l.Take(ten, "a") }, map[string][]string{
			"Ratelimit-Policy": {`"ten";q=10;w=60`}, "Ratelimit": {`"ten";r=0;t=26`}, "Retry-After": {"2"},
		}},
		{"going on", func() limit.Decision { d, _ := l.Hold(three, "a"); return d }, map[string][]string{
			"Ratelimit-Policy": {`"three";q=3;qu="concurrent-requests"`}, "Ratelimit": {`"three";r=2`},
		}},
		{"one too many", func() limit.Decision { l.Hold(three, "a"); l.Hold(three, "a"); d, _ := l.Hold(three, "a"); return d }, map[string][]string{
			"Ratelimit-Policy": {`"three";q=3;qu="concurrent-requests"`}, "Ratelimit": {`"three";r=0`}, "Retry-After": {"5"},
		}},
		{"off", func() limit.Decision { return limit.Off().Take(ten, "a") }, map[string][]string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := header(test.do()); !maps.EqualFunc(got, test.want, slices.Equal) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestTwoPoliciesShareTheFields(t *testing.T) {
	l := newClock().limiter()
	h := http.Header{}
	l.Take(limit.RoomLookups, "a").AddHeader(h)
	l.Peek(limit.RefusedAttempts, "b").AddHeader(h)
	if len(h["Ratelimit"]) != 2 || len(h["Ratelimit-Policy"]) != 2 {
		t.Errorf("got %v", h)
	}
}

func TestPoliciesCanBePublished(t *testing.T) {
	name := regexp.MustCompile(`^[a-z-]+$`) // stands unescaped in a quoted string
	seen := map[string]bool{}
	for _, p := range limit.Policies() {
		if !name.MatchString(p.Name) || seen[p.Name] {
			t.Errorf("the name %q", p.Name)
		}
		seen[p.Name] = true
		if p.Quota < 1 || p.Burst < 1 || p.AtOnce() && p.Burst != p.Quota || p.Window%time.Second != 0 {
			t.Errorf("%s: %+v", p.Name, p)
		}
		if p.Per != "address" && p.Per != "player" || p.Counts == "" {
			t.Errorf("%s does not say whom and what it counts", p.Name)
		}
	}
}
