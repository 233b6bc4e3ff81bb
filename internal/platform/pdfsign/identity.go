// Package pdfsign signs PDF files with the certificate of an organization: PAdES, level B-B (ETSI EN 319 142-1).
package pdfsign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"slices"

	"software.sslmate.com/src/go-pkcs12"
)

// Identity is a certificate with its private key and the certificates above it, that of its issuer first.
type Identity struct {
	Certificate *x509.Certificate
	Chain       []*x509.Certificate

	key crypto.Signer
}

// What can be wrong with a PKCS #12 file.
var (
	ErrPassword    = errors.New("the password of the PKCS #12 file is wrong")
	ErrFile        = errors.New("not a PKCS #12 file with one private key and its certificate")
	ErrKey         = errors.New("the key is neither RSA with 2,048 to 8,192 bits nor ECDSA with P-256, P-384 or P-521")
	ErrCertificate = errors.New("the certificate is not meant for signatures")
)

// Limits of what a file may ask for.
const (
	mostRounds  = 1_000_000 // of the derivation of a key from the password
	mostBitsRSA = 8192
	mostAbove   = 8 // certificates
)

// Parse returns the identity in a PKCS #12 file (.p12, .pfx).
func Parse(file []byte, password string) (*Identity, error) {
	if rounds(file, 0) > mostRounds {
		return nil, ErrFile
	}
	key, certificate, others, err := pkcs12.DecodeChain(file, password)
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword), errors.Is(err, pkcs12.ErrDecryption):
		return nil, ErrPassword
	case err != nil:
		return nil, ErrFile
	}
	id := &Identity{Certificate: certificate}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		if n := k.N.BitLen(); n < 2048 || n > mostBitsRSA {
			return nil, ErrKey
		}
		id.key = k
	case *ecdsa.PrivateKey:
		if k.Params().BitSize < 256 {
			return nil, ErrKey
		}
		id.key = k
	default:
		return nil, ErrKey
	}
	public, ok := id.key.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(certificate.PublicKey) {
		return nil, ErrFile
	}
	const signs = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment
	if certificate.IsCA || certificate.KeyUsage != 0 && certificate.KeyUsage&signs == 0 {
		return nil, ErrCertificate
	}
	id.Chain = chain(certificate, others)
	return id, nil
}

// chain returns the certificates above one, each the issuer of the one before.
func chain(of *x509.Certificate, others []*x509.Certificate) (above []*x509.Certificate) {
	for len(above) < mostAbove {
		i := slices.IndexFunc(others, func(c *x509.Certificate) bool {
			return bytes.Equal(c.RawSubject, of.RawIssuer) && !slices.ContainsFunc(above, c.Equal) && of.CheckSignatureFrom(c) == nil
		})
		if i < 0 {
			return above
		}
		of = others[i]
		above = append(above, of)
	}
	return above
}

// Fingerprint is the SHA-256 of the certificate, hexadecimal.
func (id *Identity) Fingerprint() string {
	sum := sha256.Sum256(id.Certificate.Raw)
	return hex.EncodeToString(sum[:])
}

// rounds returns the largest number of rounds that a PKCS #12 file asks for when a key is derived: an integer after a salt
// (RFC 7292, 4 and appendix C; RFC 8018, A.2).
func rounds(der []byte, depth int) (most int64) {
	const deepest = 20
	var salted bool
	for len(der) > 0 && depth < deepest {
		var v asn1.RawValue
		rest, err := asn1.Unmarshal(der, &v)
		if err != nil {
			return most
		}
		der = rest
		universal := v.Class == asn1.ClassUniversal
		if n := int64(0); universal && v.Tag == asn1.TagInteger && salted {
			if _, err := asn1.Unmarshal(v.FullBytes, &n); err != nil {
				n = mostRounds + 1 // more than 64 bits
			}
			most = max(most, n)
		}
		salted = universal && v.Tag == asn1.TagOctetString
		if v.IsCompound || salted {
			most = max(most, rounds(v.Bytes, depth+1))
		}
	}
	return most
}
