package app_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
)

// certificate creates a key and a self-signed certificate for 127.0.0.1.
func certificate(t *testing.T) (certFile, keyFile string, trust *x509.CertPool) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	must(err)
	encoded, err := x509.MarshalECPrivateKey(key)
	must(err)
	folder := t.TempDir()
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	must(os.WriteFile(certFile, certPEM, 0o600))
	must(os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encoded}), 0o600))
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(certPEM)
	return certFile, keyFile, trust
}

// With a certificate both listeners accept only TLS, and browsers get HSTS.
func TestBothListenersSpeakTLS(t *testing.T) {
	cert, key, trust := certificate(t)
	r := run(t, app.Config{
		Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", LogFormat: "text", AdminPassword: password, Version: "test", TLSCert: cert, TLSKey: key,
	})
	defer r.stop(t)
	trusting := &tls.Config{RootCAs: trust}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: trusting}}
	defer client.CloseIdleConnections()
	reply, err := client.Get(r.base + "/api/common/version")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(reply.Body)
	_ = reply.Body.Close()
	if err != nil || reply.StatusCode != 200 || !strings.HasPrefix(r.base, "https://") || reply.TLS == nil || reply.TLS.Version < tls.VersionTLS12 {
		t.Errorf("%s: %d %s %v", r.base, reply.StatusCode, body, err)
	}
	if got := reply.Header.Get("Strict-Transport-Security"); !strings.Contains(got, "max-age=") {
		t.Errorf("Strict-Transport-Security %q", got)
	}
	if _, err := tls.Dial("tcp", strings.TrimPrefix(r.base, "https://"),
		&tls.Config{RootCAs: trust, MaxVersion: tls.VersionTLS11}); err == nil { // that it is refused is what is tried
		t.Error("TLS 1.1 is accepted")
	}
	plain, err := http.Get(strings.Replace(r.base, "https:", "http:", 1) + "/api/common/version")
	if err == nil {
		if plain.StatusCode == 200 {
			t.Error("the port accepts plain HTTP")
		}
		_ = plain.Body.Close()
	}

	broker := brokerOf(r.output.String())
	line, err := tls.Dial("tcp", broker, trusting)
	if err != nil {
		t.Fatalf("MQTT over TLS: %v", err)
	}
	defer line.Close()
	if code := connect(t, line); code != 4 && code != 5 { // bad user name or password, not authorized (MQTT 3.1.1, 3.2.2.3)
		t.Errorf("reply to an unknown device: %d", code)
	}
	open, err := net.Dial("tcp", broker)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if code := connect(t, open); code >= 0 {
		t.Errorf("the broker returned %d without TLS", code)
	}
}

// brokerOf returns the printed address of the broker.
func brokerOf(output string) string {
	_, rest, _ := strings.Cut(output, "MQTT at ")
	address, _, _ := strings.Cut(rest, ")")
	return address
}

// connect sends CONNECT of MQTT 3.1.1 and returns the return code; -1 if the connection ends without one.
func connect(t *testing.T, line net.Conn) int {
	t.Helper()
	text := func(s string) []byte { return append([]byte{byte(len(s) >> 8), byte(len(s))}, s...) }
	rest := bytes.Join([][]byte{text("MQTT"), {4, 0xC2, 0, 30}, text("NOBODY"), text("NOBODY"), text("secret")}, nil)
	if _, err := line.Write(append([]byte{0x10, byte(len(rest))}, rest...)); err != nil {
		return -1
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(line, head); err != nil || head[0] != 0x20 {
		return -1
	}
	return int(head[3])
}
