package fielddb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

type fileRow struct {
	bun.BaseModel `bun:"table:file,alias:u"`
	upload.File
}

var _ upload.Store = (*Store)(nil)

// pictures are the columns that refer to uploaded files by path. A file that neither they nor the engineering data of
// a point refer to is an orphan.
var pictures = []struct{ table, column string }{
	{"account", "avatar"},
	{"corporation", "logo"},
	{"corporation", "favicon"},
	{"corporation", "login_background"},
	{"project", "picture"},
	{"structure", "picture"},
	{"plan", "picture"},
	{"alert_picture", "path"},
	{"warning_picture", "picture"},
	{"contingency_document", "path"},
}

func (s *Store) CreateFile(ctx context.Context, who audit.Actor, f *upload.File, most int, since int64) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Selects((*fileRow)(nil)).
			Where("u.account_id = ? AND u.corporation_id = ? AND u.created_at >= ?", f.AccountID, f.CorporationID, since).Count(ctx)
		if err != nil {
			return err
		}
		if int(n) >= most {
			const wait = 60 // s
			return errs.New(errs.TooManyRequests, "seconds", wait)
		}
		if f.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		f.CreatedAt, f.KeptAt = tx.Now, tx.Now
		if err := tx.Insert(ctx, &fileRow{File: *f}); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{Kind: "file", Action: auditdb.Created, ID: f.ID, Corporation: f.CorporationID, Content: string(f.Scope)})
	})
}

// Unscoped: the id comes from a signed link, issued only to those with access to the file.
func (s *Store) File(ctx context.Context, id int64) (upload.File, bool, error) {
	var row fileRow
	err := s.Selects(&row).Where("u.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return upload.File{}, false, nil
	}
	return row.File, err == nil, err
}

func (s *Store) KeepFile(ctx context.Context, corporationID, id int64, scope upload.Scope) (ok bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE file SET kept_at = ? WHERE id = ? AND corporation_id = ? AND scope IN (?, ?)",
			tx.Now, id, corporationID, scope, upload.Image)
		ok = n > 0
		return err
	})
	return ok, err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeleteOrphans(ctx context.Context, keptBefore int64) (blobs []string, err error) {
	var query strings.Builder
	query.WriteString("DELETE FROM file WHERE kept_at < ?")
	for _, p := range pictures {
		fmt.Fprintf(&query, " AND NOT EXISTS (SELECT 1 FROM %s AS p WHERE p.%s = '/api/files/' || file.id)", p.table, p.column)
	}
	query.WriteString(` AND NOT EXISTS (SELECT 1 FROM version AS v WHERE v.aspect = 'engineering' AND v.value LIKE '%"/api/files/' || file.id || '"%')`)
	query.WriteString(" RETURNING blob")
	err = s.write(ctx, func(tx *change) error {
		return tx.store.Bun.NewRaw(query.String(), keptBefore).Conn(tx.Tx).Scan(ctx, &blobs)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return blobs, err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	found, err := s.Selects((*fileRow)(nil)).Where("u.blob = ?", key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	found, err = s.Selects((*firmwareRow)(nil)).Where("fw.blob = ?", key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	return s.Selects((*importUploadRow)(nil)).Where("iu.blob = ?", key).Exists(ctx)
}
