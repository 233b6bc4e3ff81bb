// Package pdfsign signs PDF files with the certificate of an organization: PAdES, level B-B (ETSI EN 319 142-1).
package pdfsign

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	if !id.fits() {
		return nil, ErrFile
	}
	const signs = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment
	if certificate.IsCA || certificate.KeyUsage != 0 && certificate.KeyUsage&signs == 0 {
		return nil, ErrCertificate
	}
	id.Chain = chain(certificate, others)
	return id, nil
}

// fits reports whether the key is that of the certificate.
func (id *Identity) fits() bool {
	public, ok := id.key.Public().(interface{ Equal(crypto.PublicKey) bool })
	return ok && public.Equal(id.Certificate.PublicKey)
}

// Keep returns the identity with its private key, without a password, for Restore.
func (id *Identity) Keep() ([]byte, error) {
	key, err := x509.MarshalPKCS8PrivateKey(id.key)
	if err != nil {
		return nil, fmt.Errorf("private key: %w", err)
	}
	k := kept{Key: key, Certificates: [][]byte{id.Certificate.Raw}}
	for _, c := range id.Chain {
		k.Certificates = append(k.Certificates, c.Raw)
	}
	return json.Marshal(k)
}

// kept is an identity in DER.
type kept struct {
	Key          []byte   `json:"key"`          // PKCS #8
	Certificates [][]byte `json:"certificates"` // its own first
}

// Restore returns an identity that was kept.
func Restore(data []byte) (*Identity, error) {
	var k kept
	if err := json.Unmarshal(data, &k); err != nil || len(k.Certificates) == 0 {
		return nil, errors.New("kept identity is damaged")
	}
	key, err := x509.ParsePKCS8PrivateKey(k.Key)
	if err != nil {
		return nil, fmt.Errorf("kept identity: %w", err)
	}
	id := &Identity{key: key.(crypto.Signer)} // as all keys of that format are
	for i, der := range k.Certificates {
		c, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, fmt.Errorf("kept identity: %w", err)
		}
		if i == 0 {
			id.Certificate = c
		} else {
			id.Chain = append(id.Chain, c)
		}
	}
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

// Name is that of who holds the certificate.
func (id *Identity) Name() string { return nameOf(&id.Certificate.Subject) }

// Issuer is the name of who issued the certificate.
func (id *Identity) Issuer() string { return nameOf(&id.Certificate.Issuer) }

func nameOf(n *pkix.Name) string {
	return cmp.Or(n.CommonName, strings.Join(n.Organization, ", "), n.String())
}

// Algorithm is that of the key with its size, such as RSA 2048 or ECDSA P-256.
func (id *Identity) Algorithm() string {
	if k, is := id.key.(*rsa.PrivateKey); is {
		return fmt.Sprintf("RSA %d", k.N.BitLen())
	}
	return "ECDSA " + id.key.(*ecdsa.PrivateKey).Params().Name
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
