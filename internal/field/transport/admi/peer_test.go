package admi_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/site/device"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/process"
)

// selfSigned returns a certificate for 127.0.0.1, and itself as PEM.
func selfSigned(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "array"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// A service written with grpc-js from docs/admi.proto alone: nothing on its side is ours.
func TestServiceOfGrpcJS(t *testing.T) {
	folder := peers.Need(t, "../../../..", "node")
	t.Parallel()
	r := open(t)
	peer := exec.CommandContext(t.Context(), "node", filepath.Join(folder, "array.mjs"), "../../docs/admi.proto", secret)
	peer.Stderr = t.Output()
	peer.WaitDelay = time.Second
	output, err := peer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	running, err := process.Start(peer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { running.Stop(syscall.SIGTERM) })
	said := bufio.NewScanner(output)
	next := func() string {
		t.Helper()
		if !said.Scan() {
			t.Fatal("the service has ended")
		}
		return said.Text()
	}
	r.reach(device.Link{Dial: "grpc://127.0.0.1:" + next()})
	got := r.stored(2)
	if !strings.HasSuffix(got[0], " ax[1]=0.01648 az[1]=0.99985") || !strings.HasSuffix(got[1], " x[1]=-1.5 z[1]=500") {
		t.Errorf("stored %q", got)
	}
	if a, b := next(), next(); a != "acknowledged 1" || b != "acknowledged 2" {
		t.Errorf("the service heard %q, %q", a, b)
	}
}
