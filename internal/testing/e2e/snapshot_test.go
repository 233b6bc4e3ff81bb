package e2e

import (
	"database/sql"
	"slices"
	"strings"
)

// A keeper saves every row of the tables that calls change, and restores them after a call, so that each call sees the
// same data.
type keeper interface {
	keep()
	putBack()
}

// kept are tables that are not restored: append-only data, ids that are never reused, and data that the running server
// also keeps in memory.
var kept = []string{
	"oplog", "id_block", "series_", "reading_revision", "dirty_mark", "grading_mark", "grading_checkpoint", "intake_cursor", "dead_frame",
	"device_picture", "waveform", "timeless", "frame", "goose", "sqlite_", "schedule", "_version",
}

// takeSnapshot saves the current state of the world.
func (w *world) takeSnapshot() { w.keeper.keep() }

// putBack undoes changes of calls. It costs almost nothing if nothing changed.
func (w *world) putBack() {
	w.Helper()
	w.keeper.putBack()
}

// openBeside opens the server's database and creates its keeper.
func (w *world) openBeside() {
	if url := w.in.Config.DatabaseURL; url != "" {
		w.beside = w.connection("pgx", url)
		w.keeper = &onPostgres{world: w}
		return
	}
	w.beside = w.connection("sqlite", besideSQLite(w.in.Config.Data))
	w.keeper = &onSQLite{world: w}
}

// connection opens a single connection to the database.
func (w *world) connection(driver, address string) *sql.DB {
	db, err := sql.Open(driver, address)
	w.must(err)
	db.SetMaxOpenConns(1)
	w.Cleanup(func() { w.must(db.Close()) })
	return db
}

// changing returns the tables to restore, out of all that a query lists.
func (w *world) changing(query string) (tables []string) {
	for _, row := range w.column(query) {
		if !slices.ContainsFunc(kept, func(part string) bool {
			return strings.HasPrefix(row, part) || part[0] == '_' && strings.HasSuffix(row, part)
		}) {
			tables = append(tables, row)
		}
	}
	return tables
}

// column reads a text column.
func (w *world) column(query string) (list []string) { return w.columnOf(w.beside, query) }

type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

func (w *world) columnOf(db querier, query string) (list []string) {
	rows, err := db.Query(query)
	w.must(err)
	defer rows.Close()
	for rows.Next() {
		var text string
		w.must(rows.Scan(&text))
		list = append(list, text)
	}
	w.must(rows.Err())
	return list
}
