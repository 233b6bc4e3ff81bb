// Package sitedb stores what users set up: projects, structures, points, devices, drawings, bulk operations and the
// topology of devices.
//
// Every query of a tenant's data takes an access.Scope. Rows outside it give errs.NothingHere, as if they did not
// exist.
package sitedb

import (
	"context"
	"database/sql"

	"plumbline/internal/core/foldb"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/sqlkit"
)

// Series is the part of the series store that the tables need: last readings, row counts and deletion.
type Series interface {
	Rows(ctx context.Context, ids []series.ID) (int64, error)
	Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error
	Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error)
	DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (apply func(), err error)
}

// Store implements the store interfaces of the site packages.
type Store struct {
	*sqlkit.Tables
	fold   *foldb.Store
	series Series
	owners Owners
	fed    feedMemory
}

// Owners makes the creator of a project its owner, in the same transaction.
type Owners interface {
	MakeOwner(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, projectID int64) error
}

// New returns the tables.
func New(t *sqlkit.Tables, fold *foldb.Store, owners Owners, values Series) *Store {
	s := &Store{Tables: t, fold: fold, owners: owners, series: values}
	t.OnConfigured(s.ForgetFeeds)
	return s
}

type change struct {
	*foldb.Change
	store *Store
}

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.fold.Write(ctx, func(tx *foldb.Change) error { return do(&change{tx, s}) })
}
