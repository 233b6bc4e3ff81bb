package outbound

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"plumbline/internal/platform/errs"
)

// Addresses of the tests: here may be dialled, there may not.
var (
	here  = netip.MustParseAddr("127.0.0.2")
	there = netip.MustParseAddr("127.0.0.1")
)

func TestAddresses(t *testing.T) {
	d := New(networks("10.1.0.0/16", "fd00:1::/32"))
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "2606:4700::1111": true, "::ffff:1.1.1.1": true, "10.1.2.3": true, "fd00:1::5": true,
		"10.2.0.1": false, "172.31.0.1": false, "192.168.1.1": false, "100.100.100.200": false, "127.0.0.1": false, "127.9.9.9": false,
		"0.0.0.0": false, "169.254.169.254": false, "168.63.129.16": false, "192.0.0.192": false, "224.0.0.1": false, "255.255.255.255": false,
		"198.18.0.1": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.2.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::a00:1": false,
		"2002:7f00:1::": false, "2001:0:1:2::": false, "2001:db8::1": false, "fec0::1": false, "4000::1": false,
	} {
		if got := d.Allows(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: allowed %v", address, got)
		}
	}
	if d.Allows(netip.Addr{}) {
		t.Error("no address is allowed")
	}
}

// names is a DNS server whose first answer for any name is one address and each later one another.
func names(t *testing.T, first, later netip.Addr) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	var asked atomic.Int64
	go func() {
		buffer := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				ip := later
				if asked.Add(1) == 1 {
					ip = first
				}
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, Type: q.Type}, Body: &dnsmessage.AResource{A: ip.As4()},
				}}
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// serve is an HTTP server on one of the two addresses, at the same port if port is not "".
func serve(t *testing.T, at netip.Addr, port string, handler http.HandlerFunc) (server *httptest.Server, opened string) {
	t.Helper()
	if port == "" {
		port = "0"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(at.String(), port))
	if err != nil {
		t.Fatal(err)
	}
	server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler}}
	server.Start()
	t.Cleanup(server.Close)
	_, opened, _ = net.SplitHostPort(listener.Addr().String())
	return server, opened
}

func text(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, s) }
}

func open(t *testing.T) *Dialler {
	return New([]netip.Prefix{netip.PrefixFrom(here, 32)})
}

func get(t *testing.T, d *Dialler, url string) (string, error) {
	t.Helper()
	client := d.Client(1)
	defer client.CloseIdleConnections()
	response, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	all, err := io.ReadAll(response.Body)
	return string(all), err
}

func refused(t *testing.T, err error, want *errs.Message) {
	t.Helper()
	if got, ok := errs.As(err); !ok || got.Code != want.Code {
		t.Errorf("got %v, want %s", err, want.Key)
	}
}

// A name that resolves to another address the second time is dialled at the one that was checked.
func TestNameThatChangesIsDialledWhereItWasChecked(t *testing.T) {
	_, port := serve(t, here, "", text("here"))
	serve(t, there, port, text("there"))
	d := open(t)
	d.Resolver = names(t, here, there)
	if got, err := get(t, d, "http://changing.example:"+port); err != nil || got != "here" {
		t.Errorf("got %q, %v", got, err)
	}
	_, err := get(t, d, "http://changing.example:"+port)
	refused(t, err, errs.AddressForbidden)
}

func TestRedirects(t *testing.T) {
	inner, _ := serve(t, there, "", text("inner"))
	var seen http.Header
	outer, _ := serve(t, here, "", func(w http.ResponseWriter, r *http.Request) { seen = r.Header })
	first, _ := serve(t, here, "", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inner":
			http.Redirect(w, r, inner.URL, http.StatusFound)
		case "/outer":
			http.Redirect(w, r, outer.URL, http.StatusFound)
		default:
			http.Redirect(w, r, "/", http.StatusFound)
		}
	})
	d := open(t)
	_, err := get(t, d, first.URL+"/inner")
	refused(t, err, errs.AddressForbidden)
	_, err = get(t, d, first.URL)
	refused(t, err, errs.AddressForbidden)
	client := d.Client(1)
	defer client.CloseIdleConnections()
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, first.URL+"/outer", nil)
	request.Header.Set("X-Api-Key", "secret")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if seen.Get("X-Api-Key") != "" {
		t.Error("another host got the secret")
	}
}

func TestLongBodyIsRefused(t *testing.T) {
	server, _ := serve(t, here, "", text(strings.Repeat("x", MaxBody+1)))
	exact, _ := serve(t, here, "", text(strings.Repeat("x", MaxBody)))
	got, err := get(t, open(t), server.URL)
	refused(t, err, errs.BodyTooLarge)
	if len(got) > MaxBody {
		t.Errorf("read %d bytes", len(got))
	}
	if got, err := get(t, open(t), exact.URL); err != nil || len(got) != MaxBody {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
}

func TestConnectionsAreBoundedPerCorporation(t *testing.T) {
	d := open(t)
	listener, err := net.Listen("tcp", net.JoinHostPort(here.String(), "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	one, _ := d.take(1)
	one.open = maxOpen - 1
	conn, err := d.Dial(t.Context(), 1, listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Dial(t.Context(), 1, listener.Addr().String())
	refused(t, err, errs.TooManyOutbound)
	other, err := d.Dial(t.Context(), 2, listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, _, _ = other.Close(), conn.Close(), conn.Close() // a second close does not count
	if one.open != maxOpen-1 || d.used[2].open != 0 {
		t.Errorf("open: %d and %d", one.open, d.used[2].open)
	}
	_, err = d.Dial(t.Context(), 1, "127.0.0.1:1")
	refused(t, err, errs.AddressForbidden)
	if one.open != maxOpen-1 {
		t.Error("a refused connection counts")
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	d := open(t)
	d.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no name server")
	}}
	for _, address := range []string{"", "nowhere", "nowhere.invalid:80"} {
		_, err := d.Dial(t.Context(), 1, address)
		refused(t, err, errs.AddressUnknown)
	}
}

// A corporation that receives more than its share gets the rest later, on all its connections together, and a new
// connection is no new share.
func TestBytesAreBoundedPerCorporation(t *testing.T) {
	listener, err := net.Listen("tcp", net.JoinHostPort(here.String(), "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = conn.Write(make([]byte, 2<<20))
			}()
		}
	}()
	d := open(t)
	receive := func(corporation int64) {
		conn, err := d.Dial(t.Context(), corporation, listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		if n, err := io.Copy(io.Discard, conn); err != nil || n != 2<<20 {
			t.Errorf("received %d bytes, %v", n, err)
		}
	}
	begun := time.Now()
	for range bytesBurst/(2<<20) + 1 {
		receive(1)
	}
	if left := d.used[1].received.Tokens(); left > bytesPerS*time.Since(begun).Seconds()-(2<<20)+1 {
		t.Errorf("%.0f bytes left after %d more than the burst", left, 2<<20)
	}
	receive(2)
	if left := d.used[2].received.Tokens(); left < bytesBurst-(2<<20) {
		t.Errorf("%.0f bytes left for another corporation", left)
	}
}

// A connection that waits for its share ends its reads when it is closed.
func TestCloseEndsTheWait(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	d := open(t)
	u, _ := d.take(1)
	conn := d.counted(ours, u)
	u.received.ReserveN(time.Now(), bytesBurst)
	for range 1000 { // more than an hour
		u.received.ReserveN(time.Now(), bytesBurst)
	}
	read := make(chan error)
	go func() {
		_, err := conn.Read(make([]byte, 10))
		read <- err
	}()
	if _, err := theirs.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	<-read
}
