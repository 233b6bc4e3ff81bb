package device

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
)

const (
	keyBytes    = 32
	secretBytes = 32
	maxRotation = 30 * 24 * time.Hour
)

// Vault seals the secrets of devices with the key of the installation (AES-256-GCM),
// so that a copy of the database alone opens no door.
type Vault struct{ aead cipher.AEAD }

// NewVault makes a vault of a key of 32 bytes.
func NewVault(key []byte) (*Vault, error) {
	if len(key) != keyBytes {
		return nil, fmt.Errorf("key of the device secrets has %d bytes, want %d", len(key), keyBytes)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of the device secrets: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("key of the device secrets: %w", err)
	}
	return &Vault{aead: aead}, nil
}

// OpenVault reads the key from a file, and makes the file at the first start.
func OpenVault(path string) (*Vault, error) {
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key = make([]byte, keyBytes)
		if _, err := rand.Read(key); err != nil {
			return nil, fmt.Errorf("make key of the device secrets: %w", err)
		}
		if err := os.WriteFile(path, key, 0o600); err != nil {
			return nil, fmt.Errorf("write key of the device secrets: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("read key of the device secrets: %w", err)
	}
	return NewVault(key)
}

// Seal encrypts a secret for one device; it opens for no other.
func (v *Vault) Seal(deviceID int64, secret string) ([]byte, error) {
	nonce := make([]byte, v.aead.NonceSize(), v.aead.NonceSize()+len(secret)+v.aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("seal secret of device %d: %w", deviceID, err)
	}
	return v.aead.Seal(nonce, nonce, []byte(secret), owner(deviceID)), nil
}

// Open decrypts a secret of a device.
func (v *Vault) Open(deviceID int64, sealed []byte) (string, error) {
	n := v.aead.NonceSize()
	if len(sealed) < n {
		return "", fmt.Errorf("secret of device %d is damaged", deviceID)
	}
	secret, err := v.aead.Open(nil, sealed[:n], sealed[n:], owner(deviceID))
	if err != nil {
		return "", fmt.Errorf("open secret of device %d (another key file?): %w", deviceID, err)
	}
	return string(secret), nil
}

func owner(deviceID int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(deviceID)) }

// IssueSecret makes a new secret for a device with a register and answers it: it is
// shown this once. The old one holds for keepOld more, at most 30 days.
func (s *Service) IssueSecret(ctx context.Context, who oplog.Actor, id int64, keepOld time.Duration) (string, error) {
	if keepOld < 0 || keepOld > maxRotation {
		return "", fault.OnField("keepOld", fault.OutOfRange, "min", 0, "max", maxRotation.String())
	}
	d, err := s.store.Device(ctx, who.Scope, id)
	if err != nil {
		return "", err
	}
	if d.Register == "" {
		return "", fault.OnField("register", fault.Empty)
	}
	raw := make([]byte, secretBytes)
	if _, err := rand.Read(raw); err != nil {
		return "", fmt.Errorf("make secret: %w", err)
	}
	return s.setSecret(ctx, who, id, base64.RawURLEncoding.EncodeToString(raw), keepOld)
}

// SetSecret gives a device a secret that is known already (migration, demo).
func (s *Service) SetSecret(ctx context.Context, who oplog.Actor, id int64, secret string) error {
	if len(secret) < secretBytes {
		return fault.OnField("secret", fault.TooShort, "min", secretBytes)
	}
	if _, err := s.store.Device(ctx, who.Scope, id); err != nil {
		return err
	}
	_, err := s.setSecret(ctx, who, id, secret, 0)
	return err
}

// Secret answers the secret of a device, for the program's own use.
func (s *Service) Secret(ctx context.Context, scope access.Scope, id int64) (string, error) {
	if _, err := s.store.Device(ctx, scope, id); err != nil {
		return "", err
	}
	sealed, err := s.store.Secret(ctx, id)
	if err != nil {
		return "", err
	}
	return s.vault.Open(id, sealed.Current)
}

func (s *Service) setSecret(ctx context.Context, who oplog.Actor, id int64, secret string, keepOld time.Duration) (string, error) {
	sealed, err := s.vault.Seal(id, secret)
	if err != nil {
		return "", err
	}
	next := Secret{DeviceID: id, Current: sealed}
	if keepOld > 0 {
		old, err := s.store.Secret(ctx, id)
		if err != nil && !fault.IsKind(err, fault.NotFound) {
			return "", err
		}
		next.Previous, next.Until = old.Current, time.Now().Add(keepOld).UnixMilli()
	}
	return secret, s.store.SetSecret(ctx, who, next)
}
