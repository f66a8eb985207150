package main

import (
	"errors"
	"fmt"
	"net/netip"
)

// trustedProxies are the networks of the proxies in front of the server.
func (o *serveOptions) trustedProxies() (proxies []netip.Prefix, err error) {
	if o.behindProxy {
		return nil, errors.New("--behind-proxy no longer exists, since it let clients in private networks choose their address: name the proxies with --trusted-proxies")
	}
	for _, text := range o.proxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, bad := netip.ParseAddr(text)
			if bad != nil {
				return nil, fmt.Errorf("--trusted-proxies: %q is neither an address nor a network", text)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		proxies = append(proxies, prefix)
	}
	return proxies, nil
}
