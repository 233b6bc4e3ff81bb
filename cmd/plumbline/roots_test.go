package main

import (
	"crypto/x509"
	"testing"
)

// The program verifies TLS peers in an image without certificates: fallback roots are set, and they can be set only
// once.
func TestRootCertificatesAreEmbedded(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no root certificates are embedded")
		}
	}()
	x509.SetFallbackRoots(x509.NewCertPool())
}
