package device

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/secrets"
)

const secretBytes = 32

// OpenSecret decrypts a secret of a device with the key of the installation, so that a copy of the database grants no
// access.
func OpenSecret(v *secrets.Vault, deviceID int64, sealed []byte) (string, error) {
	secret, err := v.Open(owner(deviceID), sealed)
	if err != nil {
		return "", fmt.Errorf("secret of device %d: %w", deviceID, err)
	}
	return secret, nil
}

// owner binds a sealed secret to its device: it cannot be opened for another.
func owner(deviceID int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(deviceID)) }

// newSecret returns a secret that does not start with a hyphen, which a spreadsheet would treat as a formula and a
// shell as an option.
func newSecret() (string, error) {
	raw := make([]byte, secretBytes)
	for {
		if _, err := rand.Read(raw); err != nil {
			return "", fmt.Errorf("make secret: %w", err)
		}
		if secret := base64.RawURLEncoding.EncodeToString(raw); secret[0] != '-' {
			return secret, nil
		}
	}
}

// DraftSecret creates and seals a secret for a device without storing it.
func (s *Service) DraftSecret(id int64) (secret string, sealed []byte, err error) {
	if secret, err = newSecret(); err == nil {
		sealed, err = s.vault.Seal(owner(id), secret)
	}
	return secret, sealed, err
}

// Reseal seals the secret of a device for its successor; empty if it is disabled.
func (s *Service) Reseal(sealed []byte, from, to int64) ([]byte, error) {
	if len(sealed) == 0 {
		return nil, nil
	}
	secret, err := OpenSecret(s.vault, from, sealed)
	if err != nil {
		return nil, err
	}
	return s.vault.Seal(owner(to), secret)
}

// DisableSecret removes a device's secret: its sessions end, and it cannot send until it gets a new one.
func (s *Service) DisableSecret(ctx context.Context, who audit.Actor, id int64) error {
	return s.store.Exclusively(ctx, exclusion.Owners{Devices: []int64{id}}, func(ctx context.Context) error {
		d, err := s.store.Device(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		if d.Register == "" {
			return errs.OnField("register", errs.Empty)
		}
		return s.store.SetSecret(ctx, who, Secret{DeviceID: id})
	})
}

// CanSignIn reports whether a device has a secret.
func (s *Service) CanSignIn(ctx context.Context, id int64) (bool, error) {
	secret, err := s.store.Secret(ctx, id)
	if errs.IsKind(err, errs.NotFound) {
		return false, nil
	}
	return !secret.Disabled(), err
}

// SetSecret sets a known secret (migration, demo).
func (s *Service) SetSecret(ctx context.Context, who audit.Actor, id int64, secret string) error {
	if len(secret) < secretBytes {
		return errs.OnField("secret", errs.TooShort, "min", secretBytes)
	}
	if _, err := s.store.Device(ctx, who.Scope, id); err != nil {
		return err
	}
	return s.setSecret(ctx, who, id, secret)
}

// Secret returns the secret of a device, for internal use.
func (s *Service) Secret(ctx context.Context, scope access.Scope, id int64) (string, error) {
	if _, err := s.store.Device(ctx, scope, id); err != nil {
		return "", err
	}
	sealed, err := s.store.Secret(ctx, id)
	if err != nil {
		return "", err
	}
	return OpenSecret(s.vault, id, sealed.Current)
}

func (s *Service) setSecret(ctx context.Context, who audit.Actor, id int64, secret string) error {
	sealed, err := s.vault.Seal(owner(id), secret)
	if err != nil {
		return err
	}
	return s.store.SetSecret(ctx, who, Secret{DeviceID: id, Current: sealed})
}
