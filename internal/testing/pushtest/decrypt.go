package pushtest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// NewBrowser returns a browser with given keys, in base64url, such as those of the example in RFC 8291.
func NewBrowser(private, auth string) (*Browser, error) {
	raw, err := base64.RawURLEncoding.DecodeString(private)
	if err != nil {
		return nil, err
	}
	b := &Browser{Auth: auth}
	if b.private, err = ecdh.P256().NewPrivateKey(raw); err != nil {
		return nil, err
	}
	if b.auth, err = base64.RawURLEncoding.DecodeString(auth); err != nil {
		return nil, err
	}
	b.P256DH = encode(b.private.PublicKey().Bytes())
	return b, nil
}

// Decrypt returns the text of a body of one record.
func (b *Browser) Decrypt(body []byte) (string, error) { return b.decrypt(body) }

func (b *Browser) decrypt(body []byte) (string, error) {
	if len(body) > 4096 {
		return "", fmt.Errorf("a body of %d bytes", len(body))
	}
	if len(body) < 86+17 || body[20] != 65 {
		return "", fmt.Errorf("no header in %d bytes", len(body))
	}
	salt, size, sender, sealed := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86], body[86:]
	if size < 18 || len(sealed) > int(size) {
		return "", fmt.Errorf("%d bytes in records of %d", len(sealed), size)
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return "", err
	}
	secret, err := b.private.ECDH(public)
	if err != nil {
		return "", err
	}
	// HKDF of one block each, written out with HMAC.
	info := bytes.Join([][]byte{[]byte("WebPush: info\x00"), b.private.PublicKey().Bytes(), sender, {1}}, nil)
	material := keyed(keyed(b.auth, secret), info)
	random := keyed(salt, material)
	key := keyed(random, []byte("Content-Encoding: aes128gcm\x00\x01"))[:16]
	nonce := keyed(random, []byte("Content-Encoding: nonce\x00\x01"))[:12]
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	opener, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	text, err := opener.Open(nil, nonce, sealed, nil)
	if err != nil {
		return "", err
	}
	end := bytes.LastIndexFunc(text, func(r rune) bool { return r != 0 })
	if end < 0 || text[end] != 2 {
		return "", fmt.Errorf("the last record does not end with 2")
	}
	return string(text[:end]), nil
}

func keyed(key, text []byte) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write(text) // never fails
	return mac.Sum(nil)
}
