package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/platform/upload"
)

type fileRow struct {
	bun.BaseModel `bun:"table:file,alias:u"`
	upload.File
}

var _ upload.Store = (*Store)(nil)

// pictures are the columns that refer to uploaded files by their path. A file that
// none of them names, nor the engineering of a point, is an orphan.
var pictures = []struct{ table, column string }{
	{"account", "avatar"},
	{"corporation", "logo"},
	{"corporation", "favicon"},
	{"corporation", "login_background"},
	{"project", "picture"},
	{"structure", "picture"},
	{"plan", "picture"},
}

// CreateFile implements upload.Store.
func (s *Store) CreateFile(ctx context.Context, who oplog.Actor, f *upload.File, most int, since int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.selects((*fileRow)(nil)).Where("u.account_id = ? AND u.corporation_id = ? AND u.created_at >= ?", f.AccountID, f.CorporationID, since).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			const wait = 60 // s
			return fault.New(fault.TooManyRequests, "seconds", wait)
		}
		if f.ID, err = tx.id(ctx); err != nil {
			return err
		}
		f.CreatedAt, f.KeptAt = tx.now, tx.now
		if err := tx.insert(ctx, &fileRow{File: *f}); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "file", action: created, id: f.ID, corporation: f.CorporationID, content: string(f.Scope)})
	})
}

// File implements upload.Store. Whoever has its signed path may have it.
func (s *Store) File(ctx context.Context, id int64) (upload.File, bool, error) {
	var row fileRow
	err := s.selects(&row).Where("u.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return upload.File{}, false, nil
	}
	return row.File, err == nil, err
}

// KeepFile implements upload.Store.
func (s *Store) KeepFile(ctx context.Context, corporationID, id int64, scope upload.Scope) (ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.exec(ctx, "UPDATE file SET kept_at = ? WHERE id = ? AND corporation_id = ? AND scope IN (?, ?)", tx.now, id, corporationID, scope, upload.Image)
		ok = n > 0
		return err
	})
	return ok, err
}

// DeleteOrphans implements upload.Store.
func (s *Store) DeleteOrphans(ctx context.Context, keptBefore int64) (blobs []string, err error) {
	var query strings.Builder
	query.WriteString("DELETE FROM file WHERE kept_at < ?")
	for _, p := range pictures {
		fmt.Fprintf(&query, " AND NOT EXISTS (SELECT 1 FROM %s AS p WHERE p.%s = '/api/files/' || file.id)", p.table, p.column)
	}
	query.WriteString(` AND NOT EXISTS (SELECT 1 FROM version AS v WHERE v.aspect = 'engineering' AND v.value LIKE '%"/api/files/' || file.id || '"%')`)
	query.WriteString(" RETURNING blob")
	err = s.write(ctx, func(tx *change) error {
		return tx.store.bun.NewRaw(query.String(), keptBefore).Conn(tx.Tx).Scan(ctx, &blobs)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return blobs, err
}

// HasBlob implements upload.Store.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	found, err := s.selects((*fileRow)(nil)).Where("u.blob = ?", key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	found, err = s.selects((*firmwareRow)(nil)).Where("fw.blob = ?", key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	return s.selects((*importUploadRow)(nil)).Where("iu.blob = ?", key).Exists(ctx)
}
