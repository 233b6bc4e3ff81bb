package store

import (
	"context"

	"github.com/uptrace/bun"

	"plumbline/internal/intake/files"
)

type importFileRow struct {
	bun.BaseModel `bun:"table:import_file,alias:f"`
	ID            int64 `bun:",pk"`
	DeviceID      int64
	Content       []byte
	Refusals      []byte
	CreatedAt     int64
}

var _ files.Store = (*Store)(nil)

// AddImportFile implements files.Store.
func (s *Store) AddImportFile(ctx context.Context, device int64, content []byte) (id int64, err error) {
	err = s.write(ctx, func(tx *change) error {
		if id, err = s.ids.takeIn(ctx, tx.Tx.Tx, 1); err != nil {
			return err
		}
		row := importFileRow{ID: id, DeviceID: device, Content: content, CreatedAt: tx.now}
		_, err = s.bun.NewInsert().Conn(tx.Tx.Tx).Model(&row).Exec(ctx)
		return err
	})
	return id, err
}

// ImportFile implements files.Store.
func (s *Store) ImportFile(ctx context.Context, id int64) ([]byte, error) {
	var row importFileRow
	err := s.selects(&row).Column("content").Where("f.id = ?", id).Scan(ctx)
	return row.Content, translate(err)
}

// SaveImportRefusals implements files.Store.
func (s *Store) SaveImportRefusals(ctx context.Context, id int64, packed []byte) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.exec(ctx, "UPDATE import_file SET refusals = ? WHERE id = ?", packed, id)
		return err
	})
}

// ImportRefusals implements files.Store.
func (s *Store) ImportRefusals(ctx context.Context, id int64) ([]byte, error) {
	var row importFileRow
	err := s.selects(&row).Column("refusals").Where("f.id = ?", id).Scan(ctx)
	return row.Refusals, translate(err)
}

// ForgetImports implements files.Store.
func (s *Store) ForgetImports(ctx context.Context, before int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.exec(ctx, "DELETE FROM import_file WHERE created_at < ?", before)
		return err
	})
}
