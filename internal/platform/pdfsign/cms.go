package pdfsign

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/asn1"
	"fmt"
	"math/big"
)

// Object identifiers of RFC 5652 (content types and attributes), RFC 5035 (signing certificate), RFC 5754 (algorithms).
var (
	oidData          = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSignedData    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidContentType   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidMessageDigest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
	oidCertificateV2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidSHA256        = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidRSASHA256     = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}
	oidECDSASHA256   = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
)

type algorithm struct {
	ID         asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

type attribute struct {
	Type   asn1.ObjectIdentifier
	Values []asn1.RawValue `asn1:"set"`
}

type signerInfo struct {
	Version   int
	Issuer    issuerAndSerial
	Digest    algorithm
	Signed    asn1.RawValue // [0] IMPLICIT SET OF Attribute
	Algorithm algorithm
	Signature []byte
}

type issuerAndSerial struct {
	Issuer asn1.RawValue
	Serial *big.Int
}

type signedData struct {
	Version      int
	Digests      []algorithm   `asn1:"set"`
	Content      contentType   // detached: without content
	Certificates asn1.RawValue // [0] IMPLICIT SET OF Certificate
	Signers      []signerInfo  `asn1:"set"`
}

type contentType struct{ Type asn1.ObjectIdentifier }

type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content signedData `asn1:"explicit,tag:0"`
}

// signingCertificate is ESS SigningCertificateV2 (RFC 5035, 3) with SHA-256, the default, and without the optional issuer.
type signingCertificate struct{ Certificates []certificateHash }

type certificateHash struct{ Hash []byte }

// message returns the detached CMS signature (RFC 5652) over content with a SHA-256 digest, in DER, as ETSI EN 319 142-1 asks of
// PAdES B-B: with the hash of the certificate and without a time, which is in the PDF. The same content gives the same bytes.
func (id *Identity) message(digest []byte) ([]byte, error) {
	signed, err := id.attributes(digest)
	if err != nil {
		return nil, err
	}
	toSign, err := asn1.Marshal(asn1.RawValue{Tag: asn1.TagSet, IsCompound: true, Bytes: signed})
	if err != nil {
		return nil, fmt.Errorf("signed attributes: %w", err)
	}
	sum := sha256.Sum256(toSign)
	signature, err := id.key.Sign(nil, sum[:], crypto.SHA256) // without random numbers: RSA PKCS #1 v1.5, or ECDSA by RFC 6979
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	sha := algorithm{ID: oidSHA256}
	by := algorithm{oidRSASHA256, asn1.NullRawValue}
	if _, is := id.key.(*ecdsa.PrivateKey); is {
		by = algorithm{ID: oidECDSASHA256}
	}
	certificates := id.Certificate.Raw
	for _, above := range id.Chain {
		certificates = append(certificates[:len(certificates):len(certificates)], above.Raw...)
	}
	tagged := func(content []byte) asn1.RawValue {
		return asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 0, IsCompound: true, Bytes: content}
	}
	made, err := asn1.Marshal(contentInfo{oidSignedData, signedData{
		Version: 1, Digests: []algorithm{sha}, Content: contentType{oidData}, Certificates: tagged(certificates),
		Signers: []signerInfo{{
			Version: 1, Issuer: issuerAndSerial{asn1.RawValue{FullBytes: id.Certificate.RawIssuer}, id.Certificate.SerialNumber},
			Digest: sha, Signed: tagged(signed), Algorithm: by, Signature: signature,
		}},
	}})
	if err != nil {
		return nil, fmt.Errorf("signature message: %w", err)
	}
	return made, nil
}

// attributes returns the content of the set of signed attributes in DER.
func (id *Identity) attributes(digest []byte) ([]byte, error) {
	sum := sha256.Sum256(id.Certificate.Raw)
	list := []attribute{}
	for _, a := range []struct {
		oid   asn1.ObjectIdentifier
		value any
	}{
		{oidContentType, oidData},
		{oidMessageDigest, digest},
		{oidCertificateV2, signingCertificate{[]certificateHash{{sum[:]}}}},
	} {
		value, err := asn1.Marshal(a.value)
		if err != nil {
			return nil, fmt.Errorf("signed attribute: %w", err)
		}
		list = append(list, attribute{a.oid, []asn1.RawValue{{FullBytes: value}}})
	}
	set, err := asn1.MarshalWithParams(list, "set")
	if err != nil {
		return nil, fmt.Errorf("signed attributes: %w", err)
	}
	var raw asn1.RawValue
	if _, err := asn1.Unmarshal(set, &raw); err != nil {
		return nil, fmt.Errorf("signed attributes: %w", err)
	}
	return raw.Bytes, nil
}
