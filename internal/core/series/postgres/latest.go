package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

// newestRow is the newest valid row of series i and of its state s: the newest hot one or, if that of the chunks is
// newer, the one in the state. The last column reports that this cannot be said here: a hot row stands before the row
// in the state, or the version before wrote the state.
const (
	newestRow = `CASE WHEN h.ts >= s.last_ts OR s.last_ts IS NULL THEN h.data ELSE s.last END,
		s.last_ts IS NOT NULL AND (h.ts IS NULL OR h.ts < s.last_ts) AND (s.sealed_to IS NULL OR s.last_ts > s.sealed_to
			OR EXISTS (SELECT 1 FROM series_hot o WHERE o.series_id = s.series_id AND o.ts = s.last_ts))`
	newestHot = "(SELECT ts, data FROM series_hot WHERE NOT invalid AND series_id = "
	ofSeries  = ".series_id ORDER BY ts DESC LIMIT 1)"

	newestRows = "SELECT i.series_id, " + newestRow + ` FROM unnest($1::bigint[]) AS i (series_id)
		LEFT JOIN series_state s ON s.series_id = i.series_id LEFT JOIN LATERAL ` + newestHot + "i" + ofSeries + ` h ON true
		WHERE h.ts IS NOT NULL OR s.last_ts IS NOT NULL`

	// Citus joins on the workers only from a distributed table. Series that were never sealed have no state.
	newestWithState = "SELECT s.series_id, " + newestRow + " FROM series_state s LEFT JOIN LATERAL " +
		newestHot + "s" + ofSeries + " h ON true WHERE s.series_id = ANY($1)"
	newestWithoutState = "SELECT DISTINCT ON (series_id) series_id, data, false FROM series_hot WHERE series_id = ANY($1) AND NOT invalid ORDER BY series_id, ts DESC"
)

func (s *Store) Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error) {
	found := make([]series.Latest, len(ids))
	place := make(map[series.ID][]int, len(ids))
	for i, id := range ids {
		found[i].Series = id
		place[id] = append(place[id], i)
	}
	set := func(id series.ID, row rows.Row) {
		for _, i := range place[id] {
			found[i] = series.Latest{
				Series: id, Found: true, Time: row.Time, Flag: row.Flag, Columns: row.Columns, Values: slices.Clone(row.Values),
			}
		}
	}
	unclear, err := s.readNewest(ctx, numbers(slices.Collect(maps.Keys(place))), set)
	if err != nil {
		return nil, fmt.Errorf("read latest rows: %w", err)
	}
	for _, id := range unclear {
		row, ok, err := s.searchNewest(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("search the latest row of series %d: %w", id, err)
		}
		if ok {
			set(id, row)
		}
	}
	return found, nil
}

// readNewest calls set with the newest valid rows of series, and returns the series of which they must be searched.
func (s *Store) readNewest(ctx context.Context, ids []int64, set func(series.ID, rows.Row)) (unclear []series.ID, err error) {
	var unpack rows.Unpacker
	seen := make(map[int64]bool)
	scan := func(list *sql.Rows) error {
		var id series.ID
		var data sql.RawBytes
		var search bool
		if err := list.Scan(&id, &data, &search); err != nil {
			return err
		}
		if s.distributed {
			seen[int64(id)] = true
		}
		if data == nil {
			return nil
		}
		unpack.Reset(data)
		row := unpack.Row(unpack.Columns(), id.IsRaw(), 0)
		if search || !row.Flag.Valid() { // hot rows of the version before are not marked as invalid
			unclear = append(unclear, id)
		} else {
			set(id, row)
		}
		return unpack.Err()
	}
	slices.Sort(ids)
	if !s.distributed {
		err := each(ctx, s.db.Reader(), scan, newestRows, ids)
		return unclear, err
	}
	if err := each(ctx, s.db.Reader(), scan, newestWithState, ids); err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { return seen[id] })
	if len(ids) == 0 {
		return unclear, nil
	}
	err = each(ctx, s.db.Reader(), scan, newestWithoutState, ids)
	return unclear, err
}

func (s *Store) EachLatest(ctx context.Context, ids []series.ID, visit func(i int, latest *series.Latest)) error {
	found, err := s.Latest(ctx, ids)
	for i := range found {
		visit(i, &found[i])
	}
	return err
}

// searchNewest searches the newest valid row of a series in its hot rows and chunks. Hot rows are read first: those
// that are sealed meanwhile are then in both.
func (s *Store) searchNewest(ctx context.Context, id series.ID) (rows.Row, bool, error) {
	v := rows.View{ID: id}
	var unpack rows.Unpacker
	err := each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var data sql.RawBytes
		if err := list.Scan(&data); err != nil {
			return err
		}
		unpack.Reset(data)
		v.Newer.Set(unpack.Row(unpack.Columns(), id.IsRaw(), 0))
		return unpack.Err()
	}, "SELECT data FROM series_hot WHERE series_id = $1 ORDER BY ts", int64(id))
	if err != nil {
		return rows.Row{}, false, err
	}
	return s.newestValid(ctx, s.db.Reader(), &v)
}

// newestValid returns the newest valid row of a view without chunks and the stored chunks.
func (s *Store) newestValid(ctx context.Context, q queryer, v *rows.View) (row rows.Row, found bool, err error) {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	for below := int64(math.MaxInt64); ; {
		var c rows.Packed
		err := q.QueryRowContext(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 AND t1 <= $2 ORDER BY t1 DESC LIMIT 1", int64(v.ID), below).
			Scan(&c.From, &c.To, &c.Data)
		v.Chunks = v.Chunks[:0]
		switch {
		case err == nil:
			v.Chunks = append(v.Chunks, c)
		case err != sql.ErrNoRows:
			return row, false, err
		}
		row, found, err := r.NewestValid(v, math.MaxInt64)
		if err != nil || len(v.Chunks) == 0 || found && row.Time >= c.From || c.From == math.MinInt64 {
			return cloned(row), found, err
		}
		below = c.From - 1
	}
}

// cloned returns a row that does not use the memory of a reader.
func cloned(row rows.Row) rows.Row {
	row.Values = slices.Clone(row.Values)
	return row
}
