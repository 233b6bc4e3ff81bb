// Package foldb stores the inputs and the state of the fold: versioned configuration, corrections, checkpoints,
// initial values, alert records and levels of points.
//
// Every query of a tenant's data takes an access.Scope. Rows outside it give errs.NothingHere, as if they did not
// exist.
package foldb

import (
	"cmp"
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Store implements the store interfaces of the core packages.
type Store struct {
	*sqlkit.Tables
	series Latest
}

// Latest is the part of the series store that the tables need: the newest row of each series.
type Latest interface {
	Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error)
}

// Open returns the tables of the fold. If this version of the program computes results differently from the previous
// one, all points are marked for a refold.
func Open(ctx context.Context, t *sqlkit.Tables, values Latest) (*Store, error) {
	s := &Store{Tables: t, series: values}
	return s, s.useEngine(ctx)
}

// Change is a write transaction with the points that it marks for a refold and the device channels that it claims.
type Change struct {
	auditdb.Logged
	store   *Store
	Marks   []marks.Mark
	Cause   alarm.Cause // of the marks; empty: a change of configuration
	claimed []claim     // channels whose owners changed
}

// Write runs do in a write transaction and stores the marks. It fails if a channel then has two owners.
func (s *Store) Write(ctx context.Context, do func(*Change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error {
		c := &Change{Logged: auditdb.WithLog(tx), store: s}
		if err := do(c); err != nil {
			return err
		}
		if err := c.CheckClashes(ctx); err != nil {
			return err
		}
		_, err := marks.Add(ctx, c.Tx.Tx, c.Marks, string(cmp.Or(c.Cause, alarm.ByConfiguration)))
		return err
	})
}
