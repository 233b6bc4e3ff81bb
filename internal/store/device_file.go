package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

type deviceFileRow struct {
	bun.BaseModel `bun:"table:device_file,alias:df"`
	device.File
	Content []byte
}

// DeviceFiles implements device.Store.
func (s *Store) DeviceFiles(ctx context.Context, scope access.Scope, id int64) ([]device.File, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var rows []deviceFileRow
	if err := s.selects(&rows).ExcludeColumn("content").Where("df.device_id = ?", id).OrderExpr("df.name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("files of device %d: %w", id, err)
	}
	list := make([]device.File, len(rows))
	for i := range rows {
		list[i] = rows[i].File
	}
	return list, nil
}

// DeviceFile implements device.Store.
func (s *Store) DeviceFile(ctx context.Context, scope access.Scope, id int64, name string) ([]byte, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var row deviceFileRow
	err := s.selects(&row).Where("df.device_id = ? AND df.name = ?", id, name).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.FileNotUploaded)
	}
	return row.Content, err
}

// SaveDeviceFile implements device.Store.
func (s *Store) SaveDeviceFile(ctx context.Context, who oplog.Actor, f *device.File, content []byte) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, f.DeviceID)
		if err != nil {
			return err
		}
		files, err := tx.selects((*deviceFileRow)(nil)).Where("df.device_id = ?", d.ID).Count(ctx)
		if err != nil {
			return err
		}
		if files >= device.MaxFiles {
			return fault.OnField("file", fault.FilesTooMany, "max", device.MaxFiles)
		}
		made := *f
		if made.ID, err = tx.id(ctx); err != nil {
			return err
		}
		made.CorporationID, made.UploadedAt = d.CorporationID, tx.now
		if err := tx.insert(ctx, &deviceFileRow{File: made, Content: content}); err != nil {
			return err
		}
		*f = made
		return tx.log(ctx, who, logged{kind: "device", action: "calibrationFile", id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode + " " + f.Name, after: made})
	})
}

// DeleteDeviceFile implements device.Store.
func (s *Store) DeleteDeviceFile(ctx context.Context, who oplog.Actor, id int64, name string) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, id)
		if err != nil {
			return err
		}
		n, err := tx.exec(ctx, "DELETE FROM device_file WHERE device_id = ? AND name = ?", id, name)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.FileNotUploaded)
		}
		return tx.log(ctx, who, logged{kind: "device", action: "calibrationFileGone", id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode + " " + name})
	})
}
