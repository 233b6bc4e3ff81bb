package webpush

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

const (
	recordSize = 4096 // bytes of a body that every push service takes (RFC 8030 section 7.2)
	saltBytes  = 16
	authBytes  = 16
	pointBytes = 65
	keyBytes   = 16
	nonceBytes = 12

	// maxPlain is what is left for the text: after the header, the delimiter and the tag.
	maxPlain = recordSize - (saltBytes + 4 + 1 + pointBytes) - 1 - 16
)

// encrypt returns the body of a message for one browser: one record of aes128gcm (RFC 8188) with keys from the browser's
// public key and secret, and a key that is used once (RFC 8291 section 3.4).
func (s *Subscription) encrypt(text []byte) ([]byte, error) {
	once, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("key of a push message: %w", err)
	}
	salt := make([]byte, saltBytes)
	if _, err := rand.Read(salt); err != nil {
		return nil, fmt.Errorf("salt of a push message: %w", err)
	}
	return s.encryptWith(once, salt, text)
}

func (s *Subscription) encryptWith(once *ecdh.PrivateKey, salt, text []byte) ([]byte, error) {
	if len(text) > maxPlain {
		return nil, fmt.Errorf("a push message of %d bytes, at most %d can be sent", len(text), maxPlain)
	}
	browser, auth, err := s.keys()
	if err != nil {
		return nil, err
	}
	shared, err := once.ECDH(browser)
	if err != nil {
		return nil, fmt.Errorf("keys of a push message: %w", err)
	}
	own := once.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(browser.Bytes()) + string(own)
	material, err := hkdf.Key(sha256.New, shared, auth, info, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("keys of a push message: %w", err)
	}
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", keyBytes)
	if err != nil {
		return nil, fmt.Errorf("keys of a push message: %w", err)
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", nonceBytes)
	if err != nil {
		return nil, fmt.Errorf("keys of a push message: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("cipher of a push message: %w", err)
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("cipher of a push message: %w", err)
	}
	body := binary.BigEndian.AppendUint32(slices.Clone(salt), recordSize)
	body = append(append(body, pointBytes), own...)
	return sealer.Seal(body, nonce, append(slices.Clone(text), 2), nil), nil // 2: the last record
}

// keys returns the public key and the secret of the browser.
func (s *Subscription) keys() (*ecdh.PublicKey, []byte, error) {
	raw, err := encoding.DecodeString(s.P256DH)
	if err != nil {
		return nil, nil, fmt.Errorf("public key of a browser: %w", err)
	}
	browser, err := ecdh.P256().NewPublicKey(raw)
	if err != nil {
		return nil, nil, fmt.Errorf("public key of a browser: %w", err)
	}
	auth, err := encoding.DecodeString(s.Auth)
	if err != nil || len(auth) != authBytes {
		return nil, nil, fmt.Errorf("secret of a browser has %d bytes, want %d", len(auth), authBytes)
	}
	return browser, auth, nil
}
