package fielddb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

type importUploadRow struct {
	bun.BaseModel `bun:"table:import_upload,alias:iu"`
	ID            int64 `bun:",pk"`
	DeviceID      int64
	Name          string
	Size          int64
	Blob          string
	CreatedAt     int64
}

type importRefusalRow struct {
	bun.BaseModel `bun:"table:import_refusal,alias:ir"`
	JobID         int64 `bun:",pk"`
	Content       []byte
	CreatedAt     int64
}

type importMappingRow struct {
	bun.BaseModel `bun:"table:import_mapping,alias:im"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64 `bun:",nullzero"`
	DeviceID      int64 `bun:",nullzero"`
	Name          string
	Layout        string
	AccountID     int64
	UpdatedAt     int64
}

var _ files.Store = (*Store)(nil)

func (s *Store) AddUpload(ctx context.Context, u *files.Upload) error {
	return s.write(ctx, func(tx *change) (err error) {
		if u.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		u.CreatedAt = tx.Now
		return tx.Insert(ctx, &importUploadRow{ID: u.ID, DeviceID: u.DeviceID, Name: u.Name, Size: u.Size, Blob: u.Blob, CreatedAt: u.CreatedAt})
	})
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) Upload(ctx context.Context, device, id int64) (files.Upload, error) {
	var row importUploadRow
	err := s.Selects(&row).Where("iu.id = ? AND iu.device_id = ?", id, device).Scan(ctx)
	return files.Upload{ID: row.ID, DeviceID: row.DeviceID, Name: row.Name, Size: row.Size, Blob: row.Blob, CreatedAt: row.CreatedAt}, sqlkit.Translate(err)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveImportRefusals(ctx context.Context, job int64, packed []byte) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.Exec(ctx, "DELETE FROM import_refusal WHERE job_id = ?", job); err != nil {
			return err
		}
		return tx.Insert(ctx, &importRefusalRow{JobID: job, Content: packed, CreatedAt: tx.Now})
	})
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) ImportRefusals(ctx context.Context, job int64) ([]byte, error) {
	var row importRefusalRow
	err := s.Selects(&row).Where("ir.job_id = ?", job).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row.Content, err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ForgetImports(ctx context.Context, uploads, refusals int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.Exec(ctx, "DELETE FROM import_upload WHERE created_at < ?", uploads); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM import_refusal WHERE created_at < ?", refusals)
		return err
	})
}

func (s *Store) NamedLayouts(ctx context.Context, scope access.Scope, id int64) ([]files.NamedLayout, error) {
	d, err := s.site.Device(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	var rows []importMappingRow
	q := s.Selects(&rows).Where("im.corporation_id = ?", d.CorporationID).
		Where("(im.project_id IS NULL OR im.project_id = ?) AND (im.device_id IS NULL OR im.device_id = ?)", d.ProjectID, d.ID).
		OrderExpr("CASE WHEN im.device_id IS NOT NULL THEN 0 WHEN im.project_id IS NOT NULL THEN 1 ELSE 2 END, im.name, im.id")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("import mappings of device %d: %w", id, err)
	}
	list := make([]files.NamedLayout, len(rows))
	for i, r := range rows {
		list[i] = files.NamedLayout{
			ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, DeviceID: r.DeviceID, Name: r.Name,
			AccountID: r.AccountID, UpdatedAt: r.UpdatedAt,
		}
		if err := json.Unmarshal([]byte(r.Layout), &list[i].Layout); err != nil {
			return nil, fmt.Errorf("import mapping %d: %w", r.ID, err)
		}
	}
	return list, nil
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) SaveNamedLayout(ctx context.Context, who audit.Actor, l *files.NamedLayout) error {
	layout, err := json.Marshal(l.Layout)
	if err != nil {
		return fmt.Errorf("encode an import mapping: %w", err)
	}
	return s.write(ctx, func(tx *change) error {
		row := importMappingRow{
			ID: l.ID, CorporationID: l.CorporationID, ProjectID: l.ProjectID, DeviceID: l.DeviceID, Name: l.Name,
			Layout: string(layout), AccountID: l.AccountID, UpdatedAt: tx.Now,
		}
		same := tx.Selects((*importMappingRow)(nil)).Where("im.corporation_id = ? AND im.name = ? AND im.id <> ?", row.CorporationID, row.Name, row.ID).
			Where("COALESCE(im.project_id, 0) = ? AND COALESCE(im.device_id, 0) = ?", row.ProjectID, row.DeviceID)
		taken, err := same.Exists(ctx)
		if err != nil {
			return err
		}
		if taken {
			return errs.OnField("name", errs.NameUsed)
		}
		action := auditdb.Updated
		if row.ID == 0 {
			action = auditdb.Created
			if row.ID, err = tx.ID(ctx); err != nil {
				return err
			}
			err = tx.Insert(ctx, &row)
		} else {
			err = tx.Update(ctx, &row, row.ID)
		}
		if err != nil {
			return err
		}
		l.ID, l.UpdatedAt = row.ID, tx.Now
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "importMapping", Action: action, ID: row.ID, Corporation: row.CorporationID, Project: row.ProjectID, Content: row.Name,
		})
	})
}

func (s *Store) DeleteNamedLayout(ctx context.Context, who audit.Actor, deviceID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		var d device.Device
		d, err := s.site.DeviceIn(ctx, tx.Transaction, who, deviceID)
		if err != nil {
			return err
		}
		var row importMappingRow
		if err := tx.Selects(&row).Where("im.id = ? AND im.corporation_id = ?", id, d.CorporationID).
			Where("(im.project_id IS NULL OR im.project_id = ?) AND (im.device_id IS NULL OR im.device_id = ?)", d.ProjectID, d.ID).Scan(ctx); err != nil {
			return sqlkit.Translate(err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM import_mapping WHERE id = ?", id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "importMapping", Action: auditdb.Deleted, ID: id, Corporation: row.CorporationID, Project: row.ProjectID, Content: row.Name,
		})
	})
}
