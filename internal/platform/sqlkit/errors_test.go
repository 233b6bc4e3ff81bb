package sqlkit

import (
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// A duplicate row in a table without a field for the error.
func TestTranslateDuplicateRow(t *testing.T) {
	db, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lite := db.Write(t.Context(), func(tx *database.Tx) error {
		for _, statement := range []string{"CREATE TABLE x (id BIGINT PRIMARY KEY)", "INSERT INTO x VALUES (1)", "INSERT INTO x VALUES (1)"} {
			if _, err := tx.ExecContext(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	})
	for name, err := range map[string]error{"SQLite": lite, "PostgreSQL": &pgconn.PgError{Code: pgUniqueViolation, ConstraintName: "x_pkey"}} {
		if got := Translate(err); !errs.Is(got, errs.AlreadyThere) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
