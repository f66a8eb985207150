package main

import (
	"log/slog"
	"math"
	"net/netip"
	"path/filepath"
	"slices"
	"testing"
)

func TestStorageIsLowBelowTheReserve(t *testing.T) {
	silent := slog.New(slog.DiscardHandler)
	here := storeAt{url: "sqlite:" + filepath.Join(t.TempDir(), "events.db")}
	all := storageOptions{reserve: math.MaxUint64}
	if !all.low(here, silent)() {
		t.Error("a disk has more than all there can be")
	}
	if (&storageOptions{reserve: 1}).low(here, silent)() {
		t.Error("the test's disk has no byte left")
	}
	if all.low(storeAt{url: "memory:"}, silent) != nil || (&storageOptions{}).low(here, silent) != nil {
		t.Error("what has no reserve is watched")
	}
}

func TestSizesOfFlags(t *testing.T) {
	for text, want := range map[string]size{"0": 0, "17": 17, "3KiB": 3 << 10, "1 GiB": 1 << 30, "2TiB": 2 << 40} {
		var s size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d, %v", text, s, err)
		}
		var again size
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%s is written as %s", text, s.String())
		}
	}
	for _, text := range []string{"", "GiB", "1GB", "-1", "1.5GiB", "99999999999TiB"} {
		if err := new(size).Set(text); err == nil {
			t.Errorf("%q is taken for a size", text)
		}
	}
}

func TestProxiesAreNamed(t *testing.T) {
	o := serveOptions{proxies: []string{"10.0.0.2", "10.1.0.0/16", "2001:db8::/32"}}
	got, err := o.trustedProxies()
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.2/32"), netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("2001:db8::/32")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for name, o := range map[string]serveOptions{"a name": {proxies: []string{"proxy"}}, "the old flag": {behindProxy: true}} {
		if _, err := o.trustedProxies(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
