package sitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

type deviceFileRow struct {
	bun.BaseModel `bun:"table:device_file,alias:df"`
	device.File
	Content []byte
}

func (s *Store) DeviceFiles(ctx context.Context, scope access.Scope, id int64) ([]device.File, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var rows []deviceFileRow
	if err := s.Selects(&rows).ExcludeColumn("content").Where("df.device_id = ?", id).OrderExpr("df.name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("files of device %d: %w", id, err)
	}
	list := make([]device.File, len(rows))
	for i := range rows {
		list[i] = rows[i].File
	}
	return list, nil
}

func (s *Store) DeviceFile(ctx context.Context, scope access.Scope, id int64, name string) ([]byte, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var row deviceFileRow
	err := s.Selects(&row).Where("df.device_id = ? AND df.name = ?", id, name).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errs.New(errs.FileNotUploaded)
	}
	return row.Content, err
}

func (s *Store) SaveDeviceFile(ctx context.Context, who audit.Actor, f *device.File, kind string, content []byte) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, f.DeviceID)
		if err != nil {
			return err
		}
		files, err := tx.Selects((*deviceFileRow)(nil)).Where("df.device_id = ?", d.ID).Count(ctx)
		if err != nil {
			return err
		}
		most := int64(device.MaxFiles)
		if kind == device.SurveyFile {
			most = device.MaxSurveys
		}
		if files >= most {
			return errs.OnField("file", errs.FilesTooMany, "max", most)
		}
		made := *f
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CorporationID, made.UploadedAt = d.CorporationID, tx.Now
		if err := tx.Insert(ctx, &deviceFileRow{File: made, Content: content}); err != nil {
			return err
		}
		*f = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: kind, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID,
			Content: d.SNCode + " " + f.Name, After: made,
		})
	})
}

func (s *Store) DeleteDeviceFile(ctx context.Context, who audit.Actor, id int64, name string) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, id)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM device_file WHERE device_id = ? AND name = ?", id, name)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.FileNotUploaded)
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: "calibrationFileGone", ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode + " " + name,
		})
	})
}
