// Package foldb stores what results follow from and what the fold keeps: versions of dated
// configuration, corrections, checkpoints, initial values, alert records and levels of points.
//
// Every query of a tenant's data takes an access.Scope: what lies outside gives
// errs.NothingHere, as if it did not exist.
package foldb

import (
	"context"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Store implements the store interfaces of the packages of core.
type Store struct {
	*sqlkit.Tables
	series Latest
}

// Latest is what the tables need of the series store: the newest row of series.
type Latest interface {
	Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error)
}

// Open returns the tables of the fold. When this program computes other results than the one
// before it, all points are marked to be folded again.
func Open(ctx context.Context, t *sqlkit.Tables, values Latest) (*Store, error) {
	s := &Store{Tables: t, series: values}
	return s, s.useEngine(ctx)
}

// Change is a write transaction with the points that it marks to be folded again and the channels
// of devices that it claims.
type Change struct {
	auditdb.Logged
	store   *Store
	Marks   []marks.Mark
	claimed []claim // channels whose owners changed
}

// Write runs do in a write transaction, refuses it when a channel now belongs to two, and stores the marks.
func (s *Store) Write(ctx context.Context, do func(*Change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error {
		c := &Change{Logged: auditdb.WithLog(tx), store: s}
		if err := do(c); err != nil {
			return err
		}
		if err := c.Apart(ctx); err != nil {
			return err
		}
		_, err := marks.Add(ctx, c.Tx.Tx, c.Marks)
		return err
	})
}
