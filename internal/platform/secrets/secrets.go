// Package secrets encrypts texts with the key of the installation, so that a copy of the database does not reveal
// them. It also derives signing keys. Values that only need comparison are hashed elsewhere.
package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
)

const keyBytes = 32

// Vault holds the key of an installation. It encrypts texts with AES-256-GCM.
type Vault struct {
	key  []byte
	aead cipher.AEAD
}

// New returns a vault with a key of 32 bytes.
func New(key []byte) (*Vault, error) {
	if len(key) != keyBytes {
		return nil, fmt.Errorf("key of the installation has %d bytes, want %d", len(key), keyBytes)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of the installation: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("key of the installation: %w", err)
	}
	return &Vault{key: key, aead: aead}, nil
}

// Parse returns a vault with a key of 64 hexadecimal digits.
func Parse(text string) (*Vault, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != keyBytes {
		return nil, fmt.Errorf("the key of the installation must have %d hexadecimal digits", 2*keyBytes)
	}
	return New(key)
}

// Read reads the key from a file. The error is fs.ErrNotExist if there is none.
func Read(path string) (*Vault, error) {
	key, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read key of the installation: %w", err)
	}
	return New(key)
}

// Create writes a file with a new key. It fails if the file exists.
func Create(path string) (*Vault, error) {
	key := make([]byte, keyBytes)
	if _, err := rand.Read(key); err != nil {
		return nil, fmt.Errorf("make key of the installation: %w", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write key of the installation: %w", err)
	}
	_, err = file.Write(key)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return nil, fmt.Errorf("write key of the installation: %w", err)
	}
	return New(key)
}

// Fingerprint identifies the key without revealing it: 16 hexadecimal digits.
func (v *Vault) Fingerprint() string { return hex.EncodeToString(v.Key("fingerprint")[:8]) }

// Seal encrypts a text for one owner. Only the same owner can open it.
func (v *Vault) Seal(owner []byte, text string) ([]byte, error) {
	nonce := make([]byte, v.aead.NonceSize(), v.aead.NonceSize()+len(text)+v.aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return v.aead.Seal(nonce, nonce, []byte(text), owner), nil
}

// Open decrypts a text that was sealed for the same owner.
func (v *Vault) Open(owner, sealed []byte) (string, error) {
	n := v.aead.NonceSize()
	if len(sealed) < n {
		return "", errors.New("encrypted data is damaged")
	}
	text, err := v.aead.Open(nil, sealed[:n], sealed[n:], owner)
	if err != nil {
		return "", fmt.Errorf("decrypt (wrong key file?): %w", err)
	}
	return string(text), nil
}

// Key derives a key of 32 bytes for one purpose. It reveals nothing about the keys of other purposes.
func (v *Vault) Key(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, v.key, nil, purpose, keyBytes)
	if err != nil {
		panic(fmt.Sprintf("secrets: derive a key: %v", err)) // only for lengths that the hash does not support
	}
	return key
}
