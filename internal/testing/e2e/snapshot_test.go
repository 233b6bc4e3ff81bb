package e2e

import (
	"database/sql"
	"slices"
	"strings"
)

// A keeper holds every row of the tables that calls change, and puts them back after a
// call that changed something, so that each call meets the same world.
type keeper interface {
	keep()
	putBack()
}

// kept are tables that are left as calls made them: what is only ever added, ids that
// are never given twice, and what the running server holds in memory as well.
var kept = []string{
	"oplog", "id_block", "series_", "reading_revision", "dirty_mark", "intake_cursor", "dead_frame", "timeless", "frame", "goose", "sqlite_", "schedule",
	"_version",
}

// takeSnapshot keeps the world as it is now.
func (w *world) takeSnapshot() { w.keeper.keep() }

// putBack undoes what calls changed. It costs next to nothing when nothing did.
func (w *world) putBack() {
	w.Helper()
	w.keeper.putBack()
}

// open opens the database next to the server, and what keeps its rows.
func (w *world) openBeside() {
	if url := w.in.Config.DatabaseURL; url != "" {
		w.beside = w.connection("pgx", url)
		w.keeper = &onPostgres{world: w}
		return
	}
	w.beside = w.connection("sqlite", besideSQLite(w.in.Config.Data))
	w.keeper = &onSQLite{world: w}
}

// connection is one connection to the database.
func (w *world) connection(driver, address string) *sql.DB {
	db, err := sql.Open(driver, address)
	w.must(err)
	db.SetMaxOpenConns(1)
	w.Cleanup(func() { w.must(db.Close()) })
	return db
}

// changing are the tables that are put back, of all that a query lists.
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

// column reads a column of texts.
func (w *world) column(query string, args ...any) (list []string) {
	rows, err := w.beside.Query(query, args...)
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
