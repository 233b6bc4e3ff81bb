// Package accountdb stores accounts, sessions, corporations, users, groups, roles, project members, verification codes
// and the license.
//
// Every query of tenant data takes an access.Scope. Data outside the scope gives errs.NothingHere, as if it did not
// exist.
package accountdb

import (
	"context"
	"database/sql"

	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/jobs/jobsdb"
	"plumbline/internal/platform/sqlkit"
)

// Store implements the store interfaces of the account packages.
type Store struct {
	*sqlkit.Tables
	jobs     *jobsdb.Store
	notifier Notifier
}

// Notifier writes the notification that an operator visits a corporation until a time (UTC ms), in the transaction
// that opens the session.
type Notifier interface {
	HelpEntered(ctx context.Context, tx *sql.Tx, corporationID int64, operator string, until int64, edits bool) error
}

// New returns the store of accounts.
func New(t *sqlkit.Tables, jobs *jobsdb.Store, notifier Notifier) *Store {
	return &Store{Tables: t, jobs: jobs, notifier: notifier}
}

type change struct {
	auditdb.Logged
	store *Store
}

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error { return do(&change{auditdb.WithLog(tx), s}) })
}
