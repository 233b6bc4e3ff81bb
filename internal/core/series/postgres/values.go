package postgres

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"
)

// inserts is an INSERT of many rows, VALUES (..), (..), with a suffix. Rows are sent in blocks of powers of two, so
// that the server prepares few statements.
type inserts struct {
	start, end string
	width      int // parameters per row

	once  sync.Once
	texts [len(blocks)]string
}

var blocks = [...]int{512, 256, 128, 64, 32, 16, 8, 4, 2, 1}

func (s *inserts) prepare() {
	for i, n := range blocks {
		var text strings.Builder
		text.WriteString(s.start)
		text.WriteString(" VALUES ")
		for row := range n {
			if row > 0 {
				text.WriteString(", ")
			}
			for column := range s.width {
				text.WriteByte("(,"[min(column, 1)])
				text.WriteByte('$')
				text.WriteString(strconv.Itoa(row*s.width + column + 1))
			}
			text.WriteByte(')')
		}
		text.WriteByte(' ')
		text.WriteString(s.end)
		s.texts[i] = text.String()
	}
}

// run inserts the rows of args in order. scan is called for each returned row; it may be nil.
func (s *inserts) run(ctx context.Context, tx *sql.Tx, args []any, scan func(*sql.Rows) error) error {
	s.once.Do(s.prepare)
	for i, n := range blocks {
		for size := n * s.width; len(args) >= size && size > 0; args = args[size:] {
			var err error
			if scan == nil {
				_, err = tx.ExecContext(ctx, s.texts[i], args[:size]...)
			} else {
				err = each(ctx, tx, scan, s.texts[i], args[:size]...)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// lock locks the states of series in the given order, creates missing ones, and counts hot rows. A row offered as the
// latest replaces the current one if it is newer or, in a result series, of the same time.
var lock = inserts{
	start: "INSERT INTO series_state (series_id, hot_rows, hot_bytes, last_ts, last)",
	end: `ON CONFLICT (series_id) DO UPDATE SET
		hot_rows = series_state.hot_rows + excluded.hot_rows,
		hot_bytes = series_state.hot_bytes + excluded.hot_bytes,
		last_ts = CASE WHEN excluded.last_ts > series_state.last_ts OR series_state.last_ts IS NULL
			OR excluded.last_ts = series_state.last_ts AND excluded.series_id % 2 <> 0
			THEN coalesce(excluded.last_ts, series_state.last_ts) ELSE series_state.last_ts END,
		last = CASE WHEN excluded.last_ts > series_state.last_ts OR series_state.last_ts IS NULL
			OR excluded.last_ts = series_state.last_ts AND excluded.series_id % 2 <> 0 THEN excluded.last ELSE series_state.last END
		RETURNING series_id, sealed_to, last_ts`,
	width: 5,
}

// putNew inserts hot rows that do not exist yet and returns them.
var putNew = inserts{
	start: "INSERT INTO series_hot (series_id, ts, data)",
	end:   "ON CONFLICT (series_id, ts) DO NOTHING RETURNING series_id, ts",
	width: 3,
}

// put inserts or replaces hot rows.
var put = inserts{
	start: "INSERT INTO series_hot (series_id, ts, data)",
	end:   "ON CONFLICT (series_id, ts) DO UPDATE SET data = excluded.data",
	width: 3,
}

// putChunk stores chunks; an extended one replaces the old one.
var putChunk = inserts{
	start: "INSERT INTO series_chunk (series_id, t0, t1, rows, vals, data)",
	end: `ON CONFLICT (series_id, t0) DO UPDATE SET t1 = excluded.t1, rows = excluded.rows, vals = excluded.vals,
		data = excluded.data`,
	width: 6,
}

// sealed records the last chunk time of series and that they have no hot rows.
var sealed = inserts{
	start: "INSERT INTO series_state (series_id, sealed_to, hot_rows, hot_bytes)",
	end: `ON CONFLICT (series_id) DO UPDATE SET sealed_to = excluded.sealed_to, hot_rows = excluded.hot_rows,
		hot_bytes = excluded.hot_bytes`,
	width: 4,
}
