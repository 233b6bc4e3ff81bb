// Package signertest makes certificates that sign reports, as authorities issue them.
package signertest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// Password is that of the files.
const Password = "p@ss 口令"

// File is Make for tests.
func File(t testing.TB, name string, begin, end time.Time) []byte {
	t.Helper()
	file, err := Make(name, begin, end)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Make returns a PKCS #12 file with a certificate that signs itself, and its key.
func Make(name string, begin, end time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return Pack(key, &x509.Certificate{
		SerialNumber: big.NewInt(0xabc), Subject: pkix.Name{CommonName: name}, NotBefore: begin, NotAfter: end, KeyUsage: x509.KeyUsageDigitalSignature,
	})
}

// Pack returns a PKCS #12 file with a key and its certificate, which signs itself.
func Pack(key crypto.Signer, wanted *x509.Certificate) ([]byte, error) {
	raw, err := x509.CreateCertificate(rand.Reader, wanted, wanted, key.Public(), key)
	if err != nil {
		return nil, err
	}
	made, err := x509.ParseCertificate(raw)
	if err != nil {
		return nil, err
	}
	return pkcs12.Modern2023.Encode(key, made, nil, Password)
}

// Body returns the body of a call that stores a file.
func Body(file []byte, password string) string {
	return fmt.Sprintf(`{"file":%q,"password":%q}`, base64.StdEncoding.EncodeToString(file), password)
}
