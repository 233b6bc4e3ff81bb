package fielddb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/field/testrun"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

type testRunRow struct {
	bun.BaseModel `bun:"table:test_run,alias:tr"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	DeviceID      int64
	Name          string
	Remark        string
	Begins        int64
	Ends          int64
	AccountID     int64
	CreatedAt     int64
	AccountName   string `bun:",scanonly"`
}

var _ testrun.Store = (*Store)(nil)

func (s *Store) TestRuns(ctx context.Context, scope access.Scope, device int64) ([]testrun.Run, error) {
	d, err := s.site.Device(ctx, scope, device)
	if err != nil {
		return nil, err
	}
	var rows []testRunRow
	err = s.Selects(&rows).ColumnExpr("tr.*, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account_name").
		Join("LEFT JOIN account AS a ON a.id = tr.account_id").
		Where("tr.device_id = ? AND tr.corporation_id = ?", d.ID, d.CorporationID).Order("tr.begins DESC", "tr.id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("test runs of device %d: %w", device, err)
	}
	list := make([]testrun.Run, len(rows))
	for i, r := range rows {
		list[i] = testrun.Run{
			ID: r.ID, CorporationID: r.CorporationID, DeviceID: r.DeviceID, Name: r.Name, Remark: r.Remark, From: r.Begins, To: r.Ends,
			AccountID: r.AccountID, AccountName: r.AccountName, CreatedAt: r.CreatedAt,
		}
	}
	return list, nil
}

func (s *Store) AddTestRun(ctx context.Context, who audit.Actor, r *testrun.Run) error {
	return s.write(ctx, func(tx *change) error {
		d, err := s.site.DeviceIn(ctx, tx.Transaction, who, r.DeviceID)
		if err != nil {
			return err
		}
		var names []string
		err = tx.Selects((*testRunRow)(nil)).Column("tr.name").Where("tr.device_id = ? AND tr.corporation_id = ?", d.ID, d.CorporationID).Scan(ctx, &names)
		if err != nil {
			return fmt.Errorf("test runs of device %d: %w", d.ID, err)
		}
		if len(names) >= testrun.MaxRuns {
			return errs.New(errs.TooManyEntries, "max", testrun.MaxRuns)
		}
		for _, name := range names {
			if name == r.Name {
				return errs.OnField("name", errs.NameUsed)
			}
		}
		if r.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		r.CorporationID, r.CreatedAt = d.CorporationID, tx.Now
		row := testRunRow{
			ID: r.ID, CorporationID: r.CorporationID, DeviceID: r.DeviceID, Name: r.Name, Remark: r.Remark, Begins: r.From, Ends: r.To,
			AccountID: r.AccountID, CreatedAt: r.CreatedAt,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "testRun", Action: auditdb.Created, ID: r.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode + " " + r.Name,
		})
	})
}

func (s *Store) DeleteTestRun(ctx context.Context, who audit.Actor, device, id int64) error {
	return s.write(ctx, func(tx *change) error {
		d, err := s.site.DeviceIn(ctx, tx.Transaction, who, device)
		if err != nil {
			return err
		}
		var row testRunRow
		err = tx.Selects(&row).Where("tr.id = ? AND tr.device_id = ? AND tr.corporation_id = ?", id, d.ID, d.CorporationID).Scan(ctx)
		if err != nil {
			return sqlkit.Translate(err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM test_run WHERE id = ?", id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "testRun", Action: auditdb.Deleted, ID: id, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode + " " + row.Name,
		})
	})
}
