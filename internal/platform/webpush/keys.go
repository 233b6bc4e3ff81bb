package webpush

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// signedFor is how long a signature holds; push services refuse more than 24 h (RFC 8292 section 2).
const signedFor = 12 * time.Hour

var encoding = base64.RawURLEncoding

// Keys sign the messages of an installation (VAPID, RFC 8292). Browsers accept only messages that are signed with the key
// with which they subscribed.
type Keys struct{ private *ecdsa.PrivateKey }

// NewKeys makes keys.
func NewKeys() (Keys, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Keys{}, fmt.Errorf("make keys of browser push: %w", err)
	}
	return Keys{private}, nil
}

// ParseKeys reads what Secret returned.
func ParseKeys(secret string) (Keys, error) {
	raw, err := encoding.DecodeString(secret)
	if err != nil {
		return Keys{}, fmt.Errorf("key of browser push: %w", err)
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return Keys{}, fmt.Errorf("key of browser push: %w", err)
	}
	return Keys{private}, nil
}

// Secret returns the private key, 32 bytes in base64url.
func (k Keys) Secret() (string, error) {
	raw, err := k.private.Bytes()
	if err != nil {
		return "", fmt.Errorf("key of browser push: %w", err)
	}
	return encoding.EncodeToString(raw), nil
}

// Public returns the public key, an uncompressed point of 65 bytes in base64url, as browsers take it to subscribe.
func (k Keys) Public() (string, error) {
	raw, err := k.private.PublicKey.Bytes()
	if err != nil {
		return "", fmt.Errorf("key of browser push: %w", err)
	}
	return encoding.EncodeToString(raw), nil
}

// authorization returns the header that signs a request to the push service of an endpoint (RFC 8292 section 3). contact is
// whom the push service may ask, an https or mailto address; empty: nobody.
func (k Keys) authorization(endpoint *url.URL, contact string, now time.Time) (string, error) {
	claims := map[string]any{"aud": endpoint.Scheme + "://" + endpoint.Host, "exp": now.Add(signedFor).Unix()}
	if contact != "" {
		claims["sub"] = contact
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("claims of a push message: %w", err)
	}
	text := encoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encoding.EncodeToString(payload)
	hash := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, hash[:])
	if err != nil {
		return "", fmt.Errorf("sign a push message: %w", err)
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	public, err := k.Public()
	if err != nil {
		return "", err
	}
	return "vapid t=" + text + "." + encoding.EncodeToString(signature[:]) + ", k=" + public, nil
}
