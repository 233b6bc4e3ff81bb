package source

import (
	"context"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/sqlkit"
)

// File is how far a file was read.
type File struct {
	bun.BaseModel `bun:"table:source_file,alias:f"`
	SourceID      int64  `bun:",pk"`
	Name          string `bun:",pk"`
	Size          int64
	Modified      int64  // UTC ms
	Header        string // fingerprint of its columns; empty: not looked at since a person accepted a change
	Position      int64
	LastRow       string
}

// FilesOf returns the files of a source by name.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) FilesOf(ctx context.Context, id int64) (map[string]File, error) {
	var rows []File
	if err := s.Selects(&rows).Where("f.source_id = ?", id).Scan(ctx); err != nil {
		return nil, err
	}
	found := make(map[string]File, len(rows))
	for _, r := range rows {
		found[r.Name] = r
	}
	return found, nil
}

// SaveFile stores how far a file of a source was read, unless another server has the source.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveFile(ctx context.Context, src *Source, f File) error {
	f.SourceID = src.ID
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if src.Kind != Upload {
			if err := change(ctx, tx, src, "claimed_until = claimed_until"); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "DELETE FROM source_file WHERE source_id = ? AND name = ?", src.ID, f.Name); err != nil {
			return err
		}
		return tx.Insert(ctx, &f)
	})
}

// UploadOf returns the source of a device that takes uploads; false: it has none.
//
// Unscoped: the device has proven who it is.
func (s *Store) UploadOf(ctx context.Context, device int64) (found Source, ok bool, err error) {
	var rows []row
	err = s.Selects(&rows).Where("s.enabled AND s.kind = ? AND s.devices = ?", Upload, deviceList(device)).
		Where("s.project_id NOT IN " + sqlkit.DeletedProjects).OrderExpr("s.id").Limit(1).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return found, false, err
	}
	found, err = rows[0].source()
	return found, true, err
}
