package postgres

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// inserts is an INSERT of many rows with a suffix. Plain PostgreSQL gets an array per column: one statement of any
// length, parsed once. Citus gets VALUES (..), (..) in blocks of powers of two, since it would route INSERT .. SELECT
// through its coordinator at a quarter of the speed (design storage.md section 3).
type inserts struct {
	into  string   // the table and its columns
	types []string // of the columns, as PostgreSQL names them
	end   string

	once   sync.Once
	arrays string
	texts  [len(blocks)]string
}

var blocks = [...]int{512, 256, 128, 64, 32, 16, 8, 4, 2, 1}

// arrayRows is the maximum number of rows in one statement with arrays.
const arrayRows = 4096

func (s *inserts) prepare() {
	var text strings.Builder
	text.WriteString("INSERT INTO " + s.into + " SELECT * FROM unnest(")
	for column, kind := range s.types {
		if column > 0 {
			text.WriteString(", ")
		}
		text.WriteString("$" + strconv.Itoa(column+1) + "::" + kind + "[]")
	}
	text.WriteString(") " + s.end)
	s.arrays = text.String()
	for i, n := range blocks {
		text.Reset()
		text.WriteString("INSERT INTO " + s.into + " VALUES ")
		for row := range n {
			if row > 0 {
				text.WriteString(", ")
			}
			for column := range s.types {
				text.WriteByte("(,"[min(column, 1)])
				text.WriteByte('$')
				text.WriteString(strconv.Itoa(row*len(s.types) + column + 1))
			}
			text.WriteByte(')')
		}
		text.WriteByte(' ')
		text.WriteString(s.end)
		s.texts[i] = text.String()
	}
}

// insert inserts the rows of args in order. scan is called for each returned row; it may be nil.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, into *inserts, args []any, scan func(*sql.Rows) error) error {
	into.once.Do(into.prepare)
	run := func(text string, args ...any) error {
		if scan == nil {
			_, err := tx.ExecContext(ctx, text, args...)
			return err
		}
		return each(ctx, tx, scan, text, args...)
	}
	width := len(into.types)
	if !s.distributed {
		for piece := range slices.Chunk(args, arrayRows*width) {
			if err := run(into.arrays, into.columns(piece)...); err != nil {
				return err
			}
		}
		return nil
	}
	for i, n := range blocks {
		for size := n * width; len(args) >= size; args = args[size:] {
			if err := run(into.texts[i], args[:size]...); err != nil {
				return err
			}
		}
	}
	return nil
}

// columns returns the rows of args as an array per column.
func (s *inserts) columns(args []any) []any {
	width, list := len(s.types), make([]any, len(s.types))
	n := len(args) / width
	for column, kind := range s.types {
		if kind == "bytea" {
			texts := make([][]byte, n)
			for row := range texts {
				texts[row], _ = args[row*width+column].([]byte)
			}
			list[column] = texts
			continue
		}
		numbers, pointers := make([]int64, n), make([]*int64, n)
		for row := range numbers {
			switch v := args[row*width+column].(type) {
			case int64:
				numbers[row], pointers[row] = v, &numbers[row]
			case int:
				numbers[row], pointers[row] = int64(v), &numbers[row]
			case sql.NullInt64:
				if v.Valid {
					numbers[row], pointers[row] = v.Int64, &numbers[row]
				}
			}
		}
		list[column] = pointers
	}
	return list
}

// lock locks the states of series in the given order, creates missing ones, and counts hot rows. A row offered as the
// latest replaces the current one if it is newer or, in a result series, of the same time.
var lock = inserts{
	into:  "series_state (series_id, hot_rows, hot_bytes, last_ts, last)",
	types: []string{"bigint", "bigint", "bigint", "bigint", "bytea"},
	end: `ON CONFLICT (series_id) DO UPDATE SET
		hot_rows = series_state.hot_rows + excluded.hot_rows,
		hot_bytes = series_state.hot_bytes + excluded.hot_bytes,
		last_ts = CASE WHEN excluded.last_ts > series_state.last_ts OR series_state.last_ts IS NULL
			OR excluded.last_ts = series_state.last_ts AND excluded.series_id % 2 <> 0
			THEN coalesce(excluded.last_ts, series_state.last_ts) ELSE series_state.last_ts END,
		last = CASE WHEN excluded.last_ts > series_state.last_ts OR series_state.last_ts IS NULL
			OR excluded.last_ts = series_state.last_ts AND excluded.series_id % 2 <> 0 THEN excluded.last ELSE series_state.last END
		RETURNING series_id, sealed_to, last_ts`,
}

// putNew inserts hot rows that do not exist yet and returns them.
var putNew = inserts{
	into:  "series_hot (series_id, ts, data)",
	types: []string{"bigint", "bigint", "bytea"},
	end:   "ON CONFLICT (series_id, ts) DO NOTHING RETURNING series_id, ts",
}

// put inserts or replaces hot rows.
var put = inserts{
	into:  "series_hot (series_id, ts, data)",
	types: []string{"bigint", "bigint", "bytea"},
	end:   "ON CONFLICT (series_id, ts) DO UPDATE SET data = excluded.data",
}

// putChunk stores chunks; an extended one replaces the old one.
var putChunk = inserts{
	into:  "series_chunk (series_id, t0, t1, rows, vals, data)",
	types: []string{"bigint", "bigint", "bigint", "bigint", "bigint", "bytea"},
	end: `ON CONFLICT (series_id, t0) DO UPDATE SET t1 = excluded.t1, rows = excluded.rows, vals = excluded.vals,
		data = excluded.data`,
}

// sealed records the last chunk time of series and that they have no hot rows.
var sealed = inserts{
	into:  "series_state (series_id, sealed_to, hot_rows, hot_bytes)",
	types: []string{"bigint", "bigint", "bigint", "bigint"},
	end: `ON CONFLICT (series_id) DO UPDATE SET sealed_to = excluded.sealed_to, hot_rows = excluded.hot_rows,
		hot_bytes = excluded.hot_bytes`,
}
