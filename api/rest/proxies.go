package rest

import (
	"net"
	"net/netip"

	"github.com/labstack/echo/v4"
)

// AddressBehind finds clients' addresses. Without proxies that is the
// connection's. With them it is the last address in X-Forwarded-For that is not
// a proxy's own, and the header counts only where a proxy sends it: an address
// of a private network is a client's like any other unless it is named.
func AddressBehind(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}
