package outbound

import "net/netip"

// Networks that are not the public internet, though some are global unicast addresses (IANA special-purpose address
// registries, RFC 6890). 168.63.129.16 is the metadata service of a cloud; those of others are link-local, shared or unique
// local addresses.
var (
	notPublic = networks(
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
		// Of IPv6 only 2000::/3 is assigned; these parts of it hold other networks, IPv4 addresses (Teredo, 6to4) or examples.
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	)
	assigned6 = netip.MustParsePrefix("2000::/3")
)

func networks(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// public reports whether an address is on the public internet.
func public(ip netip.Addr) bool {
	if ip.Is6() && !assigned6.Contains(ip) {
		return false
	}
	for _, network := range notPublic {
		if network.Contains(ip) {
			return false
		}
	}
	return ip.IsValid()
}
