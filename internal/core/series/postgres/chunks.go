package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

// noChunk is sealedTo of a series without chunks.
const noChunk = math.MinInt64

// state is the row of a series in series_state, locked by the transaction. Only transactions that hold it write the
// chunks of the series; hot rows are written without it.
type state struct {
	id       series.ID
	sealedTo int64         // end of the last chunk
	lastTime sql.NullInt64 // of the newest valid row of the chunks
	last     []byte
}

// lock locks the states of series in ascending order, so that transactions that write chunks queue up.
func (s *Store) lock(ctx context.Context, tx *sql.Tx, ids []series.ID) (map[series.ID]*state, error) {
	states := make(map[series.ID]*state, len(ids))
	err := s.insert(ctx, tx, &lock, len(ids), []column{values[int64](numbers(ids))}, func(list *sql.Rows) error {
		var sealedTo sql.NullInt64
		st := &state{sealedTo: noChunk}
		if err := list.Scan(&st.id, &sealedTo, &st.lastTime, &st.last); err != nil {
			return err
		}
		if sealedTo.Valid {
			st.sealedTo = sealedTo.Int64
		}
		states[st.id] = st
		return nil
	})
	return states, err
}

// rewriting is the next change to the chunks of a series: ranges are cleared, then rows stored.
type rewriting struct {
	*state
	newer   rows.Table
	cleared rows.Spans

	tail rows.Info // the last chunk, if it can be extended
	data []byte    // of the tail
}

const (
	// hotRowsOf moves the hot rows of series out of their table. Rows written meanwhile stay there.
	hotRowsOf    = "DELETE FROM series_hot WHERE series_id = ANY($1) RETURNING series_id, 0::bigint, 0::bigint, 0, data"
	hotRowsOfOne = "DELETE FROM series_hot WHERE series_id = $1 RETURNING series_id, 0::bigint, 0::bigint, 0, data"
	// tailsOf reads the last chunks of series, if rows are added to them. A chunk of one series may end at the same time as
	// that of another.
	tailsOf = "SELECT series_id, t0, t1, rows, data FROM series_chunk WHERE series_id = ANY($1) AND t1 = ANY($2) AND rows < $3"
)

// take moves the hot rows of series into their changes and reads the last chunks.
func (s *Store) take(ctx context.Context, tx *sql.Tx, work map[series.ID]*rewriting) error {
	var unpack rows.Unpacker
	scan := func(list *sql.Rows) error {
		var id series.ID
		var info rows.Info
		var data sql.RawBytes
		if err := list.Scan(&id, &info.From, &info.To, &info.Rows, &data); err != nil {
			return err
		}
		w := work[id]
		if info.Rows > 0 {
			if info.To == w.sealedTo {
				info.Key = info.From
				w.tail, w.data = info, slices.Clone(data)
			}
			return nil
		}
		unpack.Reset(data)
		w.newer.Set(unpack.Row(unpack.Columns(), id.IsRaw(), 0))
		return unpack.Err()
	}
	ids, ends := keys(work), make([]int64, 0, len(work))
	for _, w := range work {
		ends = append(ends, w.sealedTo)
	}
	var err error
	switch {
	case s.distributed: // in the order of all writers, and not on all shards at once
		for _, id := range s.lockOrder(slices.Collect(maps.Keys(work))) {
			if err = each(ctx, tx, scan, hotRowsOfOne, int64(id)); err != nil {
				return fmt.Errorf("take hot rows: %w", err)
			}
		}
		err = each(ctx, tx, scan, tailsOf, ids, ends, codec.ExtendLimit(1))
	case len(ids) > 1: // in one statement, many rows would pass through a file
		if err = each(ctx, tx, scan, hotRowsOf, ids); err == nil {
			err = each(ctx, tx, scan, tailsOf, ids, ends, codec.ExtendLimit(1))
		}
	default:
		err = each(ctx, tx, scan, "WITH hot AS ("+hotRowsOf+") SELECT * FROM hot UNION ALL "+tailsOf, ids, ends, codec.ExtendLimit(1))
	}
	if err != nil {
		return fmt.Errorf("take hot rows: %w", err)
	}
	for id, w := range work {
		if id.IsRaw() {
			if err := reconcile(ctx, tx, w); err != nil {
				return fmt.Errorf("compare rows of series %d: %w", id, err)
			}
		}
	}
	return nil
}

func keys(work map[series.ID]*rewriting) []int64 {
	list := make([]int64, 0, len(work))
	for id := range work {
		list = append(list, int64(id))
	}
	slices.Sort(list)
	return list
}

// reconcile adds to the hot rows of a raw series what the chunks have at the same times. Usually the hot row has been
// merged with that of the chunk. It has not if one server stored hundreds of rows, which go straight into chunks,
// while another stored one of the same time: neither sees the other's row before both have committed.
func reconcile(ctx context.Context, tx *sql.Tx, w *rewriting) error {
	var known lookup
	var changed []rows.Row
	for i := 0; i < w.newer.Len() && w.newer.Time(i) <= w.sealedTo; i++ {
		later := w.newer.At(i)
		earlier, found, err := known.find(ctx, tx, w.id, later.Time)
		if err != nil || !found {
			if err != nil {
				return err
			}
			continue
		}
		stored := 0
		row, differs, superseded, err := rows.Reconcile(earlier, later, func() (list []series.Revision, err error) {
			list, stored, err = revisions(ctx, tx, w.id, later.Time, later.Time)
			return list, err
		})
		if err != nil {
			return err
		}
		if differs {
			changed = append(changed, row)
		}
		if err := keepRevisions(ctx, tx, w.id, later.Time, stored, superseded); err != nil {
			return err
		}
	}
	for _, row := range changed {
		w.newer.Set(row)
	}
	return nil
}

// rewrite stores changes to the chunks of series whose states are locked, all series in few statements; only those
// with changes before the end of their last chunk are read one by one.
func (s *Store) rewrite(ctx context.Context, tx *sql.Tx, work map[series.ID]*rewriting) error {
	m := s.mergers.Get().(*rows.Merger)
	defer s.mergers.Put(m)
	ids := keys(work)
	var chunks struct {
		ids, from, to, rows, values values[int64]
		data                        values[[]byte]
	}
	ends, times, last := make(values[*int64], len(ids)), make(values[*int64], len(ids)), make(values[[]byte], len(ids))
	for i, id := range ids {
		w := work[series.ID(id)]
		if err := s.newest(ctx, tx, w); err != nil {
			return fmt.Errorf("newest row of series %d: %w", id, err)
		}
		add, err := w.apply(ctx, tx, m)
		if err != nil {
			return fmt.Errorf("series %d: %w", id, err)
		}
		for _, c := range add {
			chunks.ids, chunks.from, chunks.to = append(chunks.ids, id), append(chunks.from, c.From), append(chunks.to, c.To)
			chunks.rows, chunks.values = append(chunks.rows, int64(c.Rows)), append(chunks.values, int64(c.Values))
			chunks.data = append(chunks.data, c.Data)
		}
		if w.sealedTo != noChunk {
			ends[i] = &w.sealedTo
		}
		if w.lastTime.Valid {
			times[i], last[i] = &w.lastTime.Int64, w.last
		}
	}
	return s.insertChunks(ctx, tx, []column{chunks.ids, chunks.from, chunks.to, chunks.rows, chunks.values, chunks.data},
		[]column{values[int64](ids), ends, times, last}, len(chunks.ids), len(ids))
}

// apply deletes the chunks that are gone and returns those to store. The state is then that of the new chunks.
func (w *rewriting) apply(ctx context.Context, tx *sql.Tx, m *rows.Merger) ([]rows.Chunk, error) {
	n := w.newer.Len()
	if rows.FirstTouched(&w.newer, w.cleared) > w.sealedTo {
		if n == 0 {
			return nil, nil
		}
		var infos []rows.Info
		if w.data != nil {
			infos = append(infos, w.tail)
		}
		// An extended chunk keeps its start, so it overwrites the stored one.
		_, add, err := m.Rewrite(infos, w.id.IsRaw(), &w.newer, nil, func(rows.Info) ([]byte, error) { return w.data, nil })
		w.sealedTo = w.newer.Time(n - 1)
		return add, err
	}
	var infos []rows.Info
	err := each(ctx, tx, func(list *sql.Rows) error {
		var info rows.Info
		if err := list.Scan(&info.From, &info.To, &info.Rows); err != nil {
			return err
		}
		info.Key = info.From
		infos = append(infos, info)
		return nil
	}, "SELECT t0, t1, rows FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1", int64(w.id), min(rows.FirstTouched(&w.newer, w.cleared), w.sealedTo))
	if err != nil {
		return nil, err
	}
	drop, add, err := m.Rewrite(infos, w.id.IsRaw(), &w.newer, w.cleared, func(info rows.Info) (data []byte, err error) {
		err = tx.QueryRowContext(ctx, "SELECT data FROM series_chunk WHERE series_id = $1 AND t0 = $2", int64(w.id), info.Key).Scan(&data)
		return data, err
	})
	if err != nil {
		return nil, err
	}
	var gone []int64
	for _, info := range drop {
		if !slices.ContainsFunc(add, func(c rows.Chunk) bool { return c.From == info.Key }) {
			gone = append(gone, info.Key)
		}
	}
	if len(gone) > 0 {
		if _, err := tx.ExecContext(ctx, "DELETE FROM series_chunk WHERE series_id = $1 AND t0 = ANY($2)", int64(w.id), gone); err != nil {
			return nil, err
		}
	}
	reach, known := rows.Reach(infos, drop, add)
	if !known {
		var end sql.NullInt64
		if err := tx.QueryRowContext(ctx, "SELECT max(t1) FROM series_chunk WHERE series_id = $1", int64(w.id)).Scan(&end); err != nil {
			return nil, err
		}
		if reach = noChunk; end.Valid {
			reach = end.Int64
		}
	}
	w.sealedTo = reach
	return add, nil
}

// newest determines the newest valid row of the chunks after a change.
func (s *Store) newest(ctx context.Context, tx *sql.Tx, w *rewriting) error {
	var row rows.Row
	found := false
	for i := w.newer.Len() - 1; i >= 0 && !found; i-- {
		if w.newer.Flag(i).Valid() {
			row, found = w.newer.At(i), true
		}
	}
	last := w.lastTime.Int64
	switch _, replaced := w.newer.Find(last); {
	case found && (!w.lastTime.Valid || row.Time >= last):
	case !w.lastTime.Valid:
		return nil
	// A last row after the chunks is of the version before.
	case last > w.sealedTo || replaced || w.cleared.Has(last):
		var err error
		if row, found, err = s.newestValid(ctx, tx, &rows.View{ID: w.id, Newer: w.newer, Cleared: w.cleared}); err != nil {
			return err
		}
	default:
		return nil
	}
	w.lastTime, w.last = sql.NullInt64{Int64: row.Time, Valid: found}, nil
	if found {
		w.last = rows.Pack(nil, row, w.id.IsRaw())
	}
	return nil
}
