package app

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/site/device"
	"plumbline/internal/testing/haproxytest"
	"plumbline/internal/testing/process"
)

// haproxy starts HAProxy in front of ports, each with the word that makes it send the PROXY protocol, and returns its
// addresses.
func haproxy(t *testing.T, ports map[string]string) map[string]string {
	t.Helper()
	var config strings.Builder
	config.WriteString("global\n maxconn 100\ndefaults\n mode tcp\n timeout connect 5s\n timeout client 30s\n timeout server 30s\n")
	fronts := map[string]string{}
	for port, send := range ports {
		fronts[port] = process.FreeAddress()
		fmt.Fprintf(&config, "listen p%d\n bind %s\n server one %s %s\n", len(fronts), fronts[port], port, send)
	}
	haproxytest.Start(t, config.String(), slices.Collect(maps.Values(fronts))...)
	return fronts
}

// proxied is an installation behind proxies on 127.0.0.1, with one device.
type proxied struct {
	*testing.T
	*Server
	gauge  device.Device
	secret string
}

func behindProxies(t *testing.T, change func(*Config)) *proxied {
	t.Helper()
	config := Config{
		Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", AdminPassword: "Start-2468!", Version: "test",
		TrustedProxies: "127.0.0.1", ProxyProtocol: "http,mqtt", LogFormat: "text",
	}
	change(&config)
	if err := config.Validate(); err != nil {
		t.Fatal(err)
	}
	in, err := Open(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	server, err := in.Start(t.Context(), StartOptions{Held: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	corporation, _, _, err := server.FirstStart(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := &proxied{T: t, Server: server}
	p.gauge, p.secret, err = server.Devices.Create(t.Context(), program("test"), device.Device{
		CorporationID: corporation, Name: "CR-1", Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: "CR-1", Register: "CR-1",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	front, err := newFront(config, server.Log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = front.close() })
	if err := server.listen(front); err != nil {
		t.Fatal(err)
	}
	return p
}

// from returns a dialer with a source address.
func from(address string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: 20 * time.Second}
}

// attempts returns the addresses of the attempts of the device, as its page shows them, once there are n.
func (p *proxied) attempts(n int) (addresses []string) {
	p.Helper()
	news := p.Intake.Attempts().Watch(p.Context(), p.gauge.ID, false)
	for {
		if list := p.Intake.Attempts().List(p.gauge.ID); len(list) >= n {
			for _, one := range list {
				host, _, _ := net.SplitHostPort(one.Address) // a printed address
				addresses = append(addresses, host)
			}
			return addresses
		}
		<-news
	}
}

// TestAddressesBehindHAProxy: behind a HAProxy that passes TLS on, devices and people have their own addresses.
func TestAddressesBehindHAProxy(t *testing.T) {
	cert, key := selfSigned(t)
	p := behindProxies(t, func(c *Config) { c.TLSCert, c.TLSKey = cert, key })
	fronts := haproxy(t, map[string]string{p.devices.Address(): "send-proxy-v2", p.front.address: "send-proxy"})
	trusting := &tls.Config{InsecureSkipVerify: true} // the certificate is not what is tested
	for i, source := range []string{"127.0.0.2", "127.0.0.3"} {
		line, err := (&tls.Dialer{NetDialer: from(source), Config: trusting}).DialContext(t.Context(), "tcp", fronts[p.devices.Address()])
		if err != nil {
			t.Fatal(err)
		}
		defer line.Close()
		if code := signInDevice(t, line, p.gauge.Register, p.secret); code != 0 {
			t.Fatalf("return code %d", code)
		}
		if got := p.attempts(i + 1); got[i] != source {
			t.Errorf("attempts from %v, want %s", got, source)
		}
	}
	signIn := func(source, name string) int {
		client := &http.Client{Transport: &http.Transport{DialContext: from(source).DialContext, TLSClientConfig: trusting, DisableKeepAlives: true}}
		body, err := json.Marshal(map[string]string{"name": name, "password": "wrong"})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := client.Post("https://"+fronts[p.front.address]+"/api/sessions/signin", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		_, _ = io.Copy(io.Discard, reply.Body)
		return reply.StatusCode
	}
	for n := 0; ; n++ { // another name each time: only the address is counted
		signIn("127.0.0.4", fmt.Sprint("stranger-", n))
		if n%10 == 9 && signIn("127.0.0.4", "stranger-0") == http.StatusTooManyRequests {
			break
		}
		if n == 200 {
			t.Fatal("wrong passwords from one address are never limited")
		}
	}
	if status := signIn("127.0.0.5", "stranger-1"); status != http.StatusUnauthorized {
		t.Errorf("sign-in from another address: %d", status)
	}
}

// selfSigned writes a certificate and its key to files.
func selfSigned(t *testing.T) (certFile, keyFile string) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	key, err := x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: server.Certificate().Raw}, keyFile: {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// signInDevice signs in over MQTT 3.1.1 and returns the return code; -1: the connection ends without one.
func signInDevice(t *testing.T, line net.Conn, register, secret string) int {
	t.Helper()
	if err := line.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	packet := packets.Packet{
		FixedHeader: packets.FixedHeader{Type: packets.Connect}, ProtocolVersion: 4,
		Connect: packets.ConnectParams{
			ProtocolName: []byte("MQTT"), Clean: true, Keepalive: 60, ClientIdentifier: register,
			UsernameFlag: true, Username: []byte(register), PasswordFlag: true, Password: []byte(secret),
		},
	}
	var body bytes.Buffer
	if err := packet.ConnectEncode(&body); err != nil {
		t.Fatal(err)
	}
	if _, err := line.Write(body.Bytes()); err != nil {
		return -1
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(line, head); err != nil || head[0] != 0x20 {
		return -1
	}
	return int(head[3])
}

// TestOnlyTrustedProxiesSendAddresses: the header is required from a trusted proxy, and a violation of the protocol
// from anyone else.
func TestOnlyTrustedProxiesSendAddresses(t *testing.T) {
	p := behindProxies(t, func(*Config) {})
	const header1 = "PROXY TCP4 203.0.113.7 192.0.2.1 4711 1883\r\n"
	header2 := "\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xcb\x00\x71\x08\xc0\x00\x02\x01\x12\x67\x07\x5b"
	local := "\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"
	known := 0
	for _, c := range []struct {
		name, source, header string
		address              string // as the server sees it; "": the connection ends
	}{
		{"version 1", "127.0.0.1", header1, "203.0.113.7"},
		{"version 2", "127.0.0.1", header2, "203.0.113.8"},
		{"a check of the proxy itself", "127.0.0.1", local, "127.0.0.1"},
		{"a trusted proxy without the header", "127.0.0.1", "", ""},
		{"a damaged header", "127.0.0.1", "PROXY TCP4 nowhere\r\n", ""},
		{"a device without a proxy", "127.0.0.2", "", "127.0.0.2"},
		{"a device that sends a header", "127.0.0.2", header1, ""},
		{"a device that sends a header of version 2", "127.0.0.2", header2, ""},
	} {
		line, err := from(c.source).DialContext(t.Context(), "tcp", p.devices.Address())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(line, c.header) // the server may have closed it
		code := signInDevice(t, line, p.gauge.Register, p.secret)
		_ = line.Close()
		if (code == 0) != (c.address != "") {
			t.Errorf("%s: return code %d", c.name, code)
		}
		if code == 0 {
			known++
			if got := p.attempts(known); got[known-1] != c.address {
				t.Errorf("%s: the device is at %s, want %s", c.name, got[known-1], c.address)
			}
		}
		web, err := from(c.source).DialContext(t.Context(), "tcp", p.front.address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(web, c.header+"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		reply, err := http.ReadResponse(bufio.NewReader(web), nil)
		if ok := err == nil && reply.StatusCode == http.StatusOK; ok != (c.address != "") {
			t.Errorf("%s: HTTP %v", c.name, reply)
		}
		_ = web.Close()
	}
	for _, wrong := range []Config{{ProxyProtocol: "mqtt"}, {ProxyProtocol: "smtp", TrustedProxies: "127.0.0.1"}} {
		if wrong.checkProxyProtocol() == nil {
			t.Errorf("%+v is accepted", wrong)
		}
	}
}
