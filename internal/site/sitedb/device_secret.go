package sitedb

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

type SecretRow struct {
	bun.BaseModel  `bun:"table:device_secret,alias:x"`
	DeviceID       int64 `bun:",pk"`
	CurrentSecret  string
	PreviousSecret string
	PreviousUntil  int64
}

// The log entry does not contain the secret.
func (s *Store) SetSecret(ctx context.Context, who audit.Actor, secret device.Secret) error {
	return s.write(ctx, func(tx *change) error { return tx.setSecret(ctx, who, secret) })
}

func (c *change) setSecret(ctx context.Context, who audit.Actor, secret device.Secret) error {
	d, err := c.device(ctx, who, secret.DeviceID)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, `INSERT INTO device_secret (device_id, current_secret, previous_secret, previous_until) VALUES (?, ?, ?, ?)
		ON CONFLICT (device_id) DO UPDATE SET
			current_secret = excluded.current_secret, previous_secret = excluded.previous_secret, previous_until = excluded.previous_until`,
		secret.DeviceID, base64.StdEncoding.EncodeToString(secret.Current), base64.StdEncoding.EncodeToString(secret.Previous), secret.Until)
	if err != nil {
		return err
	}
	c.Devices = append(c.Devices, secret.DeviceID)
	did := "secret"
	if secret.Disabled() {
		did = "secretDisabled"
	}
	return c.Log(ctx, who, auditdb.Entry{Kind: "device", Action: did, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode})
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) Secret(ctx context.Context, deviceID int64) (device.Secret, error) {
	var row SecretRow
	if err := s.Selects(&row).Where("x.device_id = ?", deviceID).Scan(ctx); err != nil {
		return device.Secret{}, sqlkit.Translate(err)
	}
	return row.Secret()
}

func (r SecretRow) Secret() (device.Secret, error) {
	current, err := base64.StdEncoding.DecodeString(r.CurrentSecret)
	if err != nil {
		return device.Secret{}, fmt.Errorf("secret of device %d: %w", r.DeviceID, err)
	}
	previous, err := base64.StdEncoding.DecodeString(r.PreviousSecret)
	if err != nil {
		return device.Secret{}, fmt.Errorf("previous secret of device %d: %w", r.DeviceID, err)
	}
	return device.Secret{DeviceID: r.DeviceID, Current: current, Previous: previous, Until: r.PreviousUntil}, nil
}
