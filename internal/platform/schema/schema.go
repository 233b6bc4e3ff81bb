// Package schema defines the tables of the product as migrations that work on SQLite and PostgreSQL. It also lists the
// unique indexes that user input can violate.
package schema

import (
	"context"
	"embed"
	"io/fs"

	"plumbline/internal/platform/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate updates the tables of a database to the current version.
func Migrate(ctx context.Context, db *database.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, "store_version")
}
