package retention

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Store stores settings, runs and marks.
type Store struct{ *sqlkit.Tables }

// table returns where the settings of a place are, and its id.
func (p Place) table() (bun.Ident, int64) {
	if p.Project == 0 {
		return "retention_corporation", p.Corporation
	}
	return "retention_project", p.Project
}

// own returns what a place sets for a kind.
func (s *Store) own(ctx context.Context, db bun.IConn, place Place, kind string) (level own, err error) {
	var days sql.NullInt64
	table, owner := place.table()
	err = s.Bun.NewRaw("SELECT days, changed_at FROM ? WHERE owner_id = ? AND kind = ?", table, owner, kind).Conn(db).Scan(ctx, &days, &level.ChangedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return own{}, nil
	}
	if err != nil {
		return own{}, fmt.Errorf("setting of the retention: %w", err)
	}
	if days.Valid {
		n := int(days.Int64)
		level.Days = &n
	}
	return level, nil
}

// Setting returns the setting of a place.
//
// Unscoped: the service has just looked the place up in the caller's scope, or works for the program.
func (s *Store) Setting(ctx context.Context, db bun.IConn, place Place, k *Kind) (Setting, error) {
	corporation, err := s.own(ctx, db, Place{Corporation: place.Corporation}, k.Code)
	if err != nil || place.Project == 0 {
		return settingOf(k, place, corporation, own{}), err
	}
	project, err := s.own(ctx, db, place, k.Code)
	return settingOf(k, place, corporation, project), err
}

// locked makes changes of settings and deletions of a corporation take turns.
func locked(ctx context.Context, tx *sqlkit.Transaction, corporation int64) error {
	return tx.Lock(ctx, "corporation", corporation)
}

// logged is what the operation log keeps of a setting.
type logged struct {
	DataKind string `json:"dataKind"`
	Days     *int   `json:"retentionDays"` // nil: what holds above
}

// Save sets the age of a kind in a place; nil: what holds above.
func (s *Store) Save(ctx context.Context, who audit.Actor, place Place, k *Kind, days *int) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := locked(ctx, tx, place.Corporation); err != nil {
			return err
		}
		was, err := s.own(ctx, tx.Tx, place, k.Code)
		if err != nil {
			return err
		}
		table, owner := place.table()
		if _, err := tx.Exec(ctx, `INSERT INTO ? (owner_id, kind, days, changed_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (owner_id, kind) DO UPDATE SET days = excluded.days, changed_at = excluded.changed_at`,
			table, owner, k.Code, days, tx.Now); err != nil {
			return err
		}
		names := "corporation"
		if place.Project != 0 {
			names = "project"
		}
		var name string
		if err := s.Bun.NewRaw("SELECT name FROM ? WHERE id = ?", bun.Ident(names), owner).Conn(tx.Tx).Scan(ctx, &name); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: "retention", Action: auditdb.Updated, ID: owner, Corporation: place.Corporation, Project: place.Project, Content: name,
			Before: logged{k.Code, was.Days}, After: logged{k.Code, days},
		})
	})
}

// Projects returns all projects. Deleted ones are left out: their devices are in stock.
//
// Unscoped: the job works for the program.
func (s *Store) Projects(ctx context.Context) (list []Place, err error) {
	q := s.Bun.NewSelect().Table("project").ColumnExpr("corporation_id AS corporation, id AS project").Where("deleted_at = 0").OrderExpr("id")
	if err := q.Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("projects for the retention: %w", err)
	}
	return list, nil
}

// Devices returns the devices of a project, or of all projects of a corporation; those in stock belong to none.
//
// Unscoped: the service has just looked the place up in the caller's scope, or works for the program.
func (s *Store) Devices(ctx context.Context, place Place) ([]int64, error) {
	return s.devices(ctx, place, func(q *bun.SelectQuery) *bun.SelectQuery { return q })
}

// Following is Devices without those of projects that set their own age of a kind, if the place is a corporation.
//
// Unscoped: as Devices.
func (s *Store) Following(ctx context.Context, place Place, k *Kind) ([]int64, error) {
	return s.devices(ctx, place, func(q *bun.SelectQuery) *bun.SelectQuery {
		if place.Project != 0 {
			return q
		}
		return q.Where("project_id NOT IN (SELECT owner_id FROM retention_project WHERE kind = ? AND days IS NOT NULL)", k.Code)
	})
}

func (s *Store) devices(ctx context.Context, place Place, narrow func(*bun.SelectQuery) *bun.SelectQuery) (ids []int64, err error) {
	q := s.Bun.NewSelect().Table("device").Column("id").OrderExpr("id")
	if place.Project != 0 {
		q = q.Where("project_id = ?", place.Project)
	} else {
		q = q.Where("corporation_id = ? AND project_id <> 0", place.Corporation)
	}
	if err := narrow(q).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("devices for the retention: %w", err)
	}
	return ids, nil
}

// NextRun returns when the job runs next, UTC ms.
//
// Unscoped: the same for everybody.
func (s *Store) NextRun(ctx context.Context) (at int64, err error) {
	return at, s.Bun.NewSelect().Table("schedule").Column("next_at").Where("name = ?", Job).Scan(ctx, &at)
}
