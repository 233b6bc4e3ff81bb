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
	"encoding/json"
	"math/big"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// Password is that of the files.
const Password = "p@ss 口令"

// File returns a PKCS #12 file with a certificate that signs itself, and its key.
func File(t testing.TB, name string, begin, end time.Time) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return Pack(t, key, &x509.Certificate{
		SerialNumber: big.NewInt(0xabc), Subject: pkix.Name{CommonName: name}, NotBefore: begin, NotAfter: end, KeyUsage: x509.KeyUsageDigitalSignature,
	})
}

// Pack returns a PKCS #12 file with a key and its certificate, which signs itself.
func Pack(t testing.TB, key crypto.Signer, wanted *x509.Certificate) []byte {
	t.Helper()
	raw, err := x509.CreateCertificate(rand.Reader, wanted, wanted, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	file, err := pkcs12.Modern2023.Encode(key, made, nil, Password)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Body returns the body of a call that stores a file.
func Body(t testing.TB, file []byte, password string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"file": base64.StdEncoding.EncodeToString(file), "password": password})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
