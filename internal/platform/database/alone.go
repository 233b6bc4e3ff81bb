package database

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Advisory locks of what servers that start at once do one after the other.
const (
	MigrationLock  = 0x506c756d62 + 2 // "Plumb"
	FirstStartLock = 0x506c756d62 + 3
)

// Alone runs do while no other process that shares the PostgreSQL database does the same, as long as that takes. On
// SQLite there is no other process.
func (d *DB) Alone(ctx context.Context, lock int64, do func() error) error {
	if d.dialect != Postgres {
		return do()
	}
	config := d.config.Copy()
	config.RuntimeParams["statement_timeout"], config.RuntimeParams["lock_timeout"] = "0", "0"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lock); err != nil {
		return errors.Join(fmt.Errorf("wait for another server: %w", err), conn.Close(ctx))
	}
	err = do()
	return errors.Join(err, conn.Close(context.WithoutCancel(ctx))) // which releases the lock
}
