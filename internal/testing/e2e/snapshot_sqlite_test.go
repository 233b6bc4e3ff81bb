package e2e

import (
	"fmt"
	"path/filepath"
	"strings"

	"plumbline/internal/feature/backup"
)

// onSQLite keeps rows in memory. The database reports whether another connection has written to it, and triggers list to which
// tables.
type onSQLite struct {
	*world
	before  map[string]table
	version int64 // of the database when it was last restored
}

// writtenTables lists the tables with changes since they were last restored.
const writtenTables = "kept_written"

type table struct {
	columns []string
	rows    [][]any
	text    string // to detect changes
}

// besideSQLite returns the address of the database without foreign keys, because tables are restored one by one.
func besideSQLite(folder string) string {
	return "file:" + filepath.Join(folder, backup.DataFile) + "?_pragma=busy_timeout(10000)&_pragma=foreign_keys(0)&_txlock=immediate"
}

func (k *onSQLite) keep() {
	if k.before == nil {
		k.exec("CREATE TABLE " + writtenTables + " (name TEXT PRIMARY KEY) WITHOUT ROWID")
	}
	first := k.before == nil
	k.before = map[string]table{}
	for _, name := range k.changing("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
		if name == writtenTables {
			continue
		}
		k.before[name] = k.read(k.beside, name)
		for _, change := range []string{"INSERT", "UPDATE", "DELETE"} {
			if first {
				// Not OR IGNORE, which the conflict clause of the statement would replace.
				k.exec(fmt.Sprintf(`CREATE TRIGGER kept_%[1]s_%[2]s AFTER %[2]s ON %[1]s BEGIN
					INSERT INTO %[3]s SELECT '%[1]s' WHERE NOT EXISTS (SELECT 1 FROM %[3]s WHERE name = '%[1]s'); END`, name, change, writtenTables))
			}
		}
	}
	k.exec("DELETE FROM " + writtenTables)
}

func (k *onSQLite) exec(statement string) {
	k.Helper()
	_, err := k.beside.Exec(statement)
	k.must(err)
}

func (k *onSQLite) read(db querier, name string) table {
	rows, err := db.Query("SELECT * FROM " + name + " ORDER BY 1, 2")
	if err != nil { // a table of one column
		rows, err = db.Query("SELECT * FROM " + name + " ORDER BY 1")
	}
	k.must(err)
	defer rows.Close()
	columns, err := rows.Columns()
	k.must(err)
	t := table{columns: columns}
	var text strings.Builder
	for rows.Next() {
		row := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		k.must(rows.Scan(into...))
		t.rows = append(t.rows, row)
		fmt.Fprintln(&text, row...)
	}
	k.must(rows.Err())
	t.text = text.String()
	return t
}

func (k *onSQLite) putBack() {
	k.Helper()
	var version int64
	k.must(k.beside.QueryRow("PRAGMA data_version").Scan(&version))
	if version == k.version {
		return
	}
	tx, err := k.beside.Begin()
	k.must(err)
	for _, name := range k.columnOf(tx, "SELECT name FROM "+writtenTables) {
		was := k.before[name]
		if k.read(tx, name).text == was.text {
			continue
		}
		_, err := tx.Exec("DELETE FROM " + name)
		k.must(err)
		insert := "INSERT INTO " + name + " (" + strings.Join(was.columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(was.columns)-1) + ")"
		for _, row := range was.rows {
			_, err := tx.Exec(insert, row...)
			k.must(err)
		}
	}
	_, err = tx.Exec("DELETE FROM " + writtenTables)
	k.must(err)
	k.must(tx.Commit())
	k.must(k.beside.QueryRow("PRAGMA data_version").Scan(&k.version))
	k.in.Identity.ForgetPermissions(0)
}
