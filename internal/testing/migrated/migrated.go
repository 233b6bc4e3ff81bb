// Package migrated provides SQLite databases whose tables exist already, because creating them takes longer than most
// tests.
package migrated

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"plumbline/internal/app/tables"
	"plumbline/internal/platform/database"
)

// content is an empty database with the tables of the store, as a file.
var content = sync.OnceValues(func() (_ []byte, err error) {
	folder, err := os.MkdirTemp("", "migrated")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "data.db")
	db, err := database.OpenSQLite(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(tables.Migrate(context.Background(), db), db.Close()); err != nil { // Close writes the log into the file
		return nil, err
	}
	return os.ReadFile(path)
})

// File writes a database with the tables of the store to path.
func File(t testing.TB, path string) {
	t.Helper()
	made, err := content()
	if err == nil {
		err = os.WriteFile(path, made, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
