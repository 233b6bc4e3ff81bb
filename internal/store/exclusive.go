package store

import (
	"context"
	"fmt"

	"plumbline/internal/database"
)

// configuring is the advisory lock of PostgreSQL under which configuration changes.
const configuring = 0x706c756d // "plum"

// Exclusively runs a check of configuration and the write that rests on it, one at a
// time over all nodes: what the check has found still holds when the write commits.
// do uses the store as always; it must not call Exclusively.
func (s *Store) Exclusively(ctx context.Context, do func() error) error {
	select {
	case s.configuring <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.configuring }()
	if s.db.Dialect() != database.Postgres {
		return do() // one process has the file
	}
	tx, err := s.db.Reader().BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("change configuration: %w", err)
	}
	defer tx.Rollback() // ends the lock; nothing was written here
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(configuring)); err != nil {
		return fmt.Errorf("change configuration: %w", err)
	}
	return do()
}
