package proof

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"plumbline/internal/backup"
)

// A snapshot is every row of the tables that calls change. It is put back after a call
// that changed something, so that each call meets the same world.
type snapshot map[string]table

type table struct {
	columns []string
	rows    [][]any
	text    string // to tell whether anything changed
}

// kept are tables that are left as calls made them: what is only ever added, ids that
// are never given twice, and what the running server holds in memory as well.
var kept = []string{
	"oplog", "id_block", "series_", "reading_revision", "dirty_mark", "intake_cursor", "dead_frame", "timeless", "goose", "sqlite_", "schedule",
	"_version",
}

// door opens the database beside the server, without foreign keys: tables are put back one by one.
func (w *world) door() *sql.DB {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(w.in.Config.Data, backup.DataFile)+"?_pragma=busy_timeout(10000)&_pragma=foreign_keys(0)&_txlock=immediate")
	w.must(err)
	db.SetMaxOpenConns(1)
	w.Cleanup(func() { w.must(db.Close()) })
	return db
}

func (w *world) takeSnapshot() snapshot {
	if w.beside == nil {
		w.beside = w.door()
	}
	names, err := w.beside.Query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
	w.must(err)
	defer names.Close()
	var tables []string
	for names.Next() {
		var name string
		w.must(names.Scan(&name))
		if !slices.ContainsFunc(kept, func(part string) bool {
			return strings.HasPrefix(name, part) || part[0] == '_' && strings.HasSuffix(name, part)
		}) {
			tables = append(tables, name)
		}
	}
	w.must(names.Err())
	w.must(names.Close())
	s := snapshot{}
	for _, name := range tables {
		s[name] = w.readTable(w.beside, name)
	}
	return s
}

type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

func (w *world) readTable(db querier, name string) table {
	rows, err := db.Query("SELECT * FROM " + name + " ORDER BY 1, 2")
	w.must(err)
	defer rows.Close()
	columns, err := rows.Columns()
	w.must(err)
	t := table{columns: columns}
	var text strings.Builder
	for rows.Next() {
		row := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		w.must(rows.Scan(into...))
		t.rows = append(t.rows, row)
		fmt.Fprintln(&text, row...)
	}
	w.must(rows.Err())
	t.text = text.String()
	return t
}

// putBack undoes what calls changed. It costs next to nothing when nothing did.
func (w *world) putBack() {
	w.Helper()
	var version int64
	w.must(w.beside.QueryRow("PRAGMA data_version").Scan(&version))
	if version == w.version {
		return
	}
	tx, err := w.beside.Begin()
	w.must(err)
	for name, was := range w.before {
		if w.readTable(tx, name).text == was.text {
			continue
		}
		_, err := tx.Exec("DELETE FROM " + name)
		w.must(err)
		insert := "INSERT INTO " + name + " (" + strings.Join(was.columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(was.columns)-1) + ")"
		for _, row := range was.rows {
			_, err := tx.Exec(insert, row...)
			w.must(err)
		}
	}
	w.must(tx.Commit())
	w.must(w.beside.QueryRow("PRAGMA data_version").Scan(&w.version))
	w.in.Identity.ForgetPermissions(0)
}
