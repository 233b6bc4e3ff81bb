package postgres

import (
	"context"
	"database/sql"
	"sort"
	"strconv"
	"strings"
	"sync"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/platform/citus"
)

// inserts is an INSERT of many rows with a suffix. Plain PostgreSQL gets an array per column: one statement of any
// length, parsed once. Citus gets VALUES (..), (..) in blocks of powers of two, since it would route INSERT .. SELECT
// through its coordinator at a quarter of the speed (design storage.md section 3).
type inserts struct {
	into  string   // the table and its columns
	types []string // of the columns, as PostgreSQL names them
	end   string

	// others makes plain PostgreSQL return the first two columns of the rows that end does not return, which are few.
	others bool

	once   sync.Once
	arrays string
	texts  [len(blocks)]string
}

var blocks = [...]int{512, 256, 128, 64, 32, 16, 8, 4, 2, 1}

// arrayRows is the maximum number of rows in one statement with arrays.
const arrayRows = 4096

func (s *inserts) prepare() {
	s.arrays = s.arraysFrom(1)
	if s.others {
		s.arrays = "WITH added AS (" + s.arrays + ") SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS asked (a, b) " +
			"WHERE (SELECT count(*) FROM added) < cardinality($1::bigint[]) AND (a, b) NOT IN (SELECT * FROM added)"
	}
	for i, n := range blocks {
		var text strings.Builder
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

// arraysFrom returns the statement with an array per column, the first of them as parameter n.
func (s *inserts) arraysFrom(n int) string {
	var text strings.Builder
	for column, kind := range s.types {
		text.WriteString(", $" + strconv.Itoa(n+column) + "::" + kind + "[]")
	}
	return "INSERT INTO " + s.into + " SELECT * FROM unnest(" + text.String()[len(", "):] + ") " + s.end
}

// column is a list of one value per row: a values of numbers, truths or bytes.
type column interface {
	part(i, j int) column
	value(i int) any
	list() any
}

type values[T any] []T

func (v values[T]) part(i, j int) column { return v[i:j] }
func (v values[T]) value(i int) any      { return v[i] }
func (v values[T]) list() any            { return []T(v) }

// insert inserts n rows in their order. scan is called for each returned row; it may be nil.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, into *inserts, n int, columns []column, scan func(*sql.Rows) error) error {
	into.once.Do(into.prepare)
	run := func(text string, args ...any) error {
		if scan == nil {
			_, err := tx.ExecContext(ctx, text, args...)
			return err
		}
		return each(ctx, tx, scan, text, args...)
	}
	if !s.distributed {
		for i := 0; i < n; i += arrayRows {
			if err := run(into.arrays, arrays(columns, i, min(n, i+arrayRows))...); err != nil {
				return err
			}
		}
		return nil
	}
	var args []any
	done := 0
	for i, size := range blocks {
		for ; n-done >= size; done += size {
			args = args[:0]
			for row := done; row < done+size; row++ {
				for _, c := range columns {
					args = append(args, c.value(row))
				}
			}
			if err := run(into.texts[i], args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// arrays returns the rows i to j-1 as parameters.
func arrays(columns []column, i, j int) []any {
	list := make([]any, len(columns))
	for k, c := range columns {
		list[k] = c.part(i, j).list()
	}
	return list
}

// putChunksAndStates is both statements in one.
var putChunksAndStates = sync.OnceValue(func() string {
	return "WITH chunks AS (" + putChunk.arraysFrom(1) + ") " + putState.arraysFrom(1+len(putChunk.types))
})

// insertChunks stores chunks and states, on plain PostgreSQL in one round trip.
func (s *Store) insertChunks(ctx context.Context, tx *sql.Tx, chunks, states []column, n, m int) error {
	if s.distributed || n > arrayRows {
		if err := s.insert(ctx, tx, &putChunk, n, chunks, nil); err != nil {
			return err
		}
		return s.insert(ctx, tx, &putState, m, states, nil)
	}
	_, err := tx.ExecContext(ctx, putChunksAndStates(), append(arrays(chunks, 0, n), arrays(states, 0, m)...)...)
	return err
}

// hotRows are rows for series_hot.
type hotRows struct {
	ids, times values[int64]
	data       values[[]byte]
	invalid    values[bool]
	packed     []byte // memory of the data
	packer     rows.Packer
	byShard    bool // the order of sort, see lockOrder
}

func (r *hotRows) add(id series.ID, time int64, data []byte, invalid bool) {
	r.ids, r.times, r.data, r.invalid = append(r.ids, int64(id)), append(r.times, time), append(r.data, data), append(r.invalid, invalid)
}

func (r *hotRows) row(id series.ID, row rows.Row) {
	start := len(r.packed)
	r.packed = r.packer.Append(r.packed, row, id.IsRaw())
	r.add(id, row.Time, r.packed[start:len(r.packed):len(r.packed)], !row.Flag.Valid())
}

// sort sorts rows as all writers do, so that they do not wait for each other in a circle.
func (r *hotRows) sort() {
	if !sort.IsSorted(r) {
		sort.Sort(r)
	}
}

func (r *hotRows) Len() int { return len(r.ids) }
func (r *hotRows) Less(i, j int) bool {
	if r.byShard && r.ids[i] != r.ids[j] {
		if a, b := citus.Hash(r.ids[i]), citus.Hash(r.ids[j]); a != b {
			return a < b
		}
	}
	return r.ids[i] < r.ids[j] || r.ids[i] == r.ids[j] && r.times[i] < r.times[j]
}

func (r *hotRows) Swap(i, j int) {
	r.ids[i], r.ids[j] = r.ids[j], r.ids[i]
	r.times[i], r.times[j] = r.times[j], r.times[i]
	r.data[i], r.data[j] = r.data[j], r.data[i]
	r.invalid[i], r.invalid[j] = r.invalid[j], r.invalid[i]
}

func (r *hotRows) columns() []column { return []column{r.ids, r.times, r.data, r.invalid} }

var (
	hotColumns = "series_hot (series_id, ts, data, invalid)"
	hotTypes   = []string{"bigint", "bigint", "bytea", "boolean"}
)

// putNew inserts hot rows whose key is free.
var putNew = inserts{into: hotColumns, types: hotTypes, end: "ON CONFLICT (series_id, ts) DO NOTHING RETURNING series_id, ts", others: true}

// claim locks hot rows and returns them; those that do not exist are inserted as given.
var claim = inserts{into: hotColumns, types: hotTypes, end: "ON CONFLICT (series_id, ts) DO UPDATE SET data = series_hot.data RETURNING series_id, ts, data"}

// put inserts or replaces hot rows.
var put = inserts{into: hotColumns, types: hotTypes, end: "ON CONFLICT (series_id, ts) DO UPDATE SET data = excluded.data, invalid = excluded.invalid"}

// lock locks the states of series in the given order and creates missing ones.
var lock = inserts{
	into: "series_state (series_id)", types: []string{"bigint"},
	end: "ON CONFLICT (series_id) DO UPDATE SET sealed_to = series_state.sealed_to RETURNING series_id, sealed_to, last_ts, last",
}

// putState stores the states of series.
var putState = inserts{
	into: "series_state (series_id, sealed_to, last_ts, last)", types: []string{"bigint", "bigint", "bigint", "bytea"},
	end: "ON CONFLICT (series_id) DO UPDATE SET sealed_to = excluded.sealed_to, last_ts = excluded.last_ts, last = excluded.last",
}

// putChunk stores chunks; an extended one replaces the old one.
var putChunk = inserts{
	into:  "series_chunk (series_id, t0, t1, rows, vals, data)",
	types: []string{"bigint", "bigint", "bigint", "bigint", "bigint", "bytea"},
	end: `ON CONFLICT (series_id, t0) DO UPDATE SET t1 = excluded.t1, rows = excluded.rows, vals = excluded.vals,
		data = excluded.data`,
}
