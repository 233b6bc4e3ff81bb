// Package jobsdb stores jobs and schedules.
package jobsdb

import (
	"context"

	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

type Store struct{ *sqlkit.Tables }

// New returns the store of jobs.
func New(t *sqlkit.Tables) *Store { return &Store{t} }

type change struct{ auditdb.Logged }

func (s *Store) write(ctx context.Context, do func(*change) error) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error { return do(&change{auditdb.WithLog(tx)}) })
}
