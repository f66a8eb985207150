package limit_test

import (
	"net/netip"
	"testing"

	"github.com/janggid/janggid/api/limit"
)

func TestAddressKey(t *testing.T) {
	tests := []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7", "192.0.2.7"},
		{"IPv4 in IPv6", "::ffff:192.0.2.7", "192.0.2.7"},
		{"IPv6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"the same network", "2001:db8:1:2:ffff::", "2001:db8:1:2::/64"},
		{"the next network", "2001:db8:1:3::1", "2001:db8:1:3::/64"},
		{"with a zone", "fe80::1%eth0", "fe80::/64"},
		{"loopback", "::1", "::/64"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := limit.AddressKey(netip.MustParseAddr(test.address)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	if got := limit.AddressKey(netip.Addr{}); got == "" {
		t.Error("no address has no key")
	}
}
