// Package sitedb stores what people set up: projects, structures, points, devices, drawings, bulk
// operations and the topology of devices.
//
// Every query of a tenant's data takes an access.Scope: what lies outside gives
// errs.NothingHere, as if it did not exist.
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

// Series is what the tables need of the series store: the time of the last reading
// of points, how many there are, and their removal.
type Series interface {
	Rows(ctx context.Context, ids []series.ID) (int64, error)
	Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error
	Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error)
	DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (apply func(), err error)
}

// Store implements the store interfaces of the packages of site.
type Store struct {
	*sqlkit.Tables
	fold   *foldb.Store
	series Series
	owners Owners
	fed    feedMemory
}

// Owners makes who made a project its owner, in the transaction that makes it.
type Owners interface {
	MakeOwner(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, projectID int64) error
}

// New returns the tables of what people set up.
func New(t *sqlkit.Tables, fold *foldb.Store, owners Owners, values Series) *Store {
	s := &Store{Tables: t, fold: fold, owners: owners, series: values}
	t.OnConfigured(s.fed.forget)
	return s
}

type change struct {
	*foldb.Change
	store *Store
}

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.fold.Write(ctx, func(tx *foldb.Change) error { return do(&change{tx, s}) })
}
