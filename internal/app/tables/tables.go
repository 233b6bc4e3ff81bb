// Package tables combines the tables of all areas in one database. Tests of all of them, on both databases, are in
// storetest.
package tables

import (
	"context"

	"plumbline/internal/account/accountdb"
	"plumbline/internal/account/identity"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/marks"
	"plumbline/internal/feature/notify/notifydb"
	"plumbline/internal/field/fielddb"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs/jobsdb"
	"plumbline/internal/platform/schema"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/sitedb"
)

// Each area has its own tables; Store has all their methods.
type (
	audit         = auditdb.Store
	jobs          = jobsdb.Store
	notifications = notifydb.Store
	accounts      = accountdb.Store
	fold          = foldb.Store
	sites         = sitedb.Store
	field         = fielddb.Store
)

// Store is the tables of all areas in one database. It is safe for concurrent use.
type Store struct {
	*sqlkit.Tables
	*audit
	*jobs
	*notifications
	*accounts
	*fold
	*sites
	*field
}

// Options are the dependencies of the store.
type Options struct {
	Bus     events.Bus
	Series  sitedb.Series
	Secrets *secrets.Vault // decrypts the secrets of devices for intake
}

// Migrate creates or updates the tables, including the marks.
func Migrate(ctx context.Context, db *database.DB) error {
	if err := schema.Migrate(ctx, db); err != nil {
		return err
	}
	return marks.Migrate(ctx, db)
}

// Open migrates the tables and returns the store. The caller closes the database.
func Open(ctx context.Context, db *database.DB, o Options) (*Store, error) {
	if err := Migrate(ctx, db); err != nil {
		return nil, err
	}
	return New(ctx, db, o)
}

// New returns the store of migrated tables.
func New(ctx context.Context, db *database.DB, o Options) (*Store, error) {
	t := sqlkit.New(db, o.Bus)
	s := &Store{Tables: t}
	var err error
	if s.audit, err = auditdb.Open(ctx, t); err != nil {
		return nil, err
	}
	if s.fold, err = foldb.Open(ctx, t, o.Series); err != nil {
		return nil, err
	}
	s.jobs = jobsdb.New(t)
	s.notifications = notifydb.New(t)
	s.accounts = accountdb.New(t, s.jobs, s.notifications)
	s.sites = sitedb.New(t, s.fold, s.accounts, o.Series)
	s.field = fielddb.New(t, s.fold, s.sites, o.Secrets)
	return s, nil
}

var (
	_ bulk.Store       = (*Store)(nil)
	_ correction.Store = (*Store)(nil)
	_ device.Store     = (*Store)(nil)
	_ identity.Store   = (*Store)(nil)
	_ point.Store      = (*Store)(nil)
)
