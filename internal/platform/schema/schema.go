// Package schema holds the tables of the product: one sequence of migrations for SQLite and
// PostgreSQL alike, and the unique indexes that users can run into.
package schema

import (
	"context"
	"embed"
	"io/fs"

	"plumbline/internal/platform/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings the tables of a database up to date.
func Migrate(ctx context.Context, db *database.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, "store_version")
}
