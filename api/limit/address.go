package limit

import "net/netip"

// AddressKey is the key of a client's address. An IPv6 client can choose among
// the 2^64 addresses of its network, so all of a /64 share one bucket; an
// IPv4 address in IPv6 form is the IPv4 address.
func AddressKey(address netip.Addr) string {
	address = address.Unmap().WithZone("")
	if !address.Is6() {
		return address.String()
	}
	return netip.PrefixFrom(address, 64).Masked().String()
}
