package app

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestForwardedAddressesNeedTrustedProxy(t *testing.T) {
	const proxy, other = "10.1.2.3:4711", "203.0.113.9:4711"
	for name, c := range map[string]struct {
		peer   string
		header map[string][]string
		want   string
	}{
		"no proxy":                        {other, nil, other},
		"a header from an untrusted peer": {other, map[string][]string{"X-Forwarded-For": {"198.51.100.1"}, "X-Real-Ip": {"198.51.100.1"}}, other},
		"one proxy":                       {proxy, map[string][]string{"X-Forwarded-For": {"198.51.100.1"}}, "198.51.100.1:0"},
		"a forged address":                {proxy, map[string][]string{"X-Forwarded-For": {"192.0.2.66, 198.51.100.1"}}, "198.51.100.1:0"},
		"in several lines":                {proxy, map[string][]string{"X-Forwarded-For": {"192.0.2.66", "198.51.100.1"}}, "198.51.100.1:0"},
		"two proxies":                     {proxy, map[string][]string{"X-Forwarded-For": {"192.0.2.66, 198.51.100.1, 10.9.9.9"}}, "198.51.100.1:0"},
		"only proxies":                    {proxy, map[string][]string{"X-Forwarded-For": {"10.9.9.8, 10.9.9.9"}}, "10.9.9.8:0"},
		"with a port":                     {proxy, map[string][]string{"X-Forwarded-For": {"198.51.100.1:5555"}}, "198.51.100.1:0"},
		"IPv6":                            {"[::1]:4711", map[string][]string{"X-Forwarded-For": {"2001:db8::1"}}, "[2001:db8::1]:0"},
		"IPv4 in IPv6":                    {"[::ffff:10.1.2.3]:1", map[string][]string{"X-Forwarded-For": {"::ffff:198.51.100.1"}}, "198.51.100.1:0"},
		"no address":                      {proxy, map[string][]string{"X-Forwarded-For": {"198.51.100.1, unknown"}}, proxy},
		"nothing":                         {proxy, map[string][]string{"X-Forwarded-For": {""}}, proxy},
		"Forwarded": {
			proxy, map[string][]string{"Forwarded": {`for=192.0.2.66, for="[2001:db8::7]:99";proto=https;by=10.9.9.9`}}, "[2001:db8::7]:0",
		},
		"Forwarded without for":         {proxy, map[string][]string{"Forwarded": {"proto=https"}}, proxy},
		"both headers agree":            {proxy, map[string][]string{"X-Forwarded-For": {"198.51.100.1"}, "Forwarded": {"for=198.51.100.1"}}, "198.51.100.1:0"},
		"both headers contradict":       {proxy, map[string][]string{"X-Forwarded-For": {"198.51.100.1"}, "Forwarded": {"for=192.0.2.66"}}, proxy},
		"X-Real-IP":                     {proxy, map[string][]string{"X-Real-Ip": {"198.51.100.1"}}, "198.51.100.1:0"},
		"X-Real-IP and a list":          {proxy, map[string][]string{"X-Real-Ip": {"192.0.2.66"}, "X-Forwarded-For": {"198.51.100.1"}}, "198.51.100.1:0"},
		"X-Real-IP and an invalid list": {proxy, map[string][]string{"X-Real-Ip": {"192.0.2.66"}, "X-Forwarded-For": {"x"}}, proxy},
	} {
		trusted, err := parseProxies("10.0.0.0/8, ::1")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		handler := trusted.behind(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr }))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr, r.Header = c.peer, c.header
		handler.ServeHTTP(httptest.NewRecorder(), r)
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for _, wrong := range []string{"10.0.0.0/33", "proxy.example", "10.0.0"} {
		if _, err := parseProxies(wrong); err == nil {
			t.Errorf("%s was accepted as a network", wrong)
		}
	}
}

// Whatever the headers say, only a trusted peer can have another address than its own.
func FuzzForwardedAddresses(f *testing.F) {
	f.Add("10.1.1.1:1", "198.51.100.1", "for=1.2.3.4", "")
	f.Add("203.0.113.9:1", "198.51.100.1", "", "1.1.1.1")
	f.Fuzz(func(t *testing.T, peer, listed, forwarded, real string) {
		trusted, err := parseProxies("10.0.0.0/8")
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = peer
		r.Header = http.Header{"X-Forwarded-For": {listed}, "Forwarded": {forwarded}, "X-Real-Ip": {real}}
		client, ok := trusted.client(r)
		if ok && !client.IsValid() {
			t.Errorf("an invalid address from %q %q %q", listed, forwarded, real)
		}
	})
}
