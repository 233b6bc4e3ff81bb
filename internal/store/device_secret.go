package store

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

type secretRow struct {
	bun.BaseModel  `bun:"table:device_secret,alias:x"`
	DeviceID       int64 `bun:",pk"`
	CurrentSecret  string
	PreviousSecret string
	PreviousUntil  int64
}

// SetSecret implements device.Store. The log says that it was done, and nothing more.
func (s *Store) SetSecret(ctx context.Context, who oplog.Actor, secret device.Secret) error {
	return s.write(ctx, func(tx *change) error { return tx.setSecret(ctx, who, secret) })
}

func (c *change) setSecret(ctx context.Context, who oplog.Actor, secret device.Secret) error {
	d, err := c.device(ctx, who, secret.DeviceID)
	if err != nil {
		return err
	}
	_, err = c.exec(ctx, `INSERT INTO device_secret (device_id, current_secret, previous_secret, previous_until) VALUES (?, ?, ?, ?)
		ON CONFLICT (device_id) DO UPDATE SET current_secret = excluded.current_secret, previous_secret = excluded.previous_secret, previous_until = excluded.previous_until`,
		secret.DeviceID, base64.StdEncoding.EncodeToString(secret.Current), base64.StdEncoding.EncodeToString(secret.Previous), secret.Until)
	if err != nil {
		return err
	}
	c.devices = append(c.devices, secret.DeviceID)
	did := "secret"
	if secret.Disabled() {
		did = "secretDisabled"
	}
	return c.log(ctx, who, logged{kind: "device", action: did, id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode})
}

// Secret implements device.Store.
func (s *Store) Secret(ctx context.Context, deviceID int64) (device.Secret, error) {
	var row secretRow
	if err := s.selects(&row).Where("x.device_id = ?", deviceID).Scan(ctx); err != nil {
		return device.Secret{}, translate(err)
	}
	return row.secret()
}

func (r secretRow) secret() (device.Secret, error) {
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
