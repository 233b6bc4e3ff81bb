package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

// limits decide when a series is sealed. The row limit varies between series, so that series that report in step are
// not sealed in step.
type limits struct {
	rows, spread int // hot rows of one series, and the variation between series
	bytes        int // of those, for wide rows
	piece        int // series sealed per transaction
}

var defaultLimits = limits{rows: 200, spread: 100, bytes: 200 << 10, piece: 32}

// hot reads the rows of a series that are not in chunks yet.
func hot(ctx context.Context, q queryer, id series.ID) (*rows.Table, error) {
	table := new(rows.Table)
	var unpack rows.Unpacker
	err := each(ctx, q, func(list *sql.Rows) error {
		var data sql.RawBytes
		if err := list.Scan(&data); err != nil {
			return err
		}
		unpack.Reset(data)
		table.Set(unpack.Row(unpack.Columns(), id.IsRaw(), 0))
		return unpack.Err()
	}, "SELECT data FROM series_hot WHERE series_id = $1 ORDER BY ts", int64(id))
	return table, err
}

// rewrite merges rows and cleared ranges into the chunks of one series, whose state the transaction has locked. It
// returns the last time in a chunk.
func (s *Store) rewrite(ctx context.Context, tx *sql.Tx, m *rows.Merger, id series.ID, newer *rows.Table, cleared rows.Spans,
	sealedTo int64,
) (sql.NullInt64, error) {
	var reach sql.NullInt64
	var infos []rows.Info
	err := each(ctx, tx, func(list *sql.Rows) error {
		var info rows.Info
		if err := list.Scan(&info.From, &info.To, &info.Rows); err != nil {
			return err
		}
		info.Key = info.From
		infos = append(infos, info)
		return nil
	}, "SELECT t0, t1, rows FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1", int64(id), min(rows.FirstTouched(newer, cleared), sealedTo))
	if err != nil {
		return reach, err
	}
	drop, add, err := m.Rewrite(infos, id.IsRaw(), newer, cleared, func(info rows.Info) (data []byte, err error) {
		err = tx.QueryRowContext(ctx, "SELECT data FROM series_chunk WHERE series_id = $1 AND t0 = $2", int64(id), info.Key).Scan(&data)
		return data, err
	})
	if err != nil {
		return reach, err
	}
	var gone []int64
	for _, info := range drop {
		if !slices.ContainsFunc(add, func(c rows.Chunk) bool { return c.From == info.Key }) {
			gone = append(gone, info.Key)
		}
	}
	if len(gone) > 0 {
		if _, err := tx.ExecContext(ctx, "DELETE FROM series_chunk WHERE series_id = $1 AND t0 = ANY($2)", int64(id), gone); err != nil {
			return reach, err
		}
	}
	if err := s.insert(ctx, tx, &putChunk, chunkArgs(nil, id, add), nil); err != nil {
		return reach, err
	}
	if reach.Int64, reach.Valid = rows.Reach(infos, drop, add); reach.Valid {
		return reach, nil
	}
	err = tx.QueryRowContext(ctx, "SELECT max(t1) FROM series_chunk WHERE series_id = $1", int64(id)).Scan(&reach)
	return reach, err
}

func chunkArgs(args []any, id series.ID, add []rows.Chunk) []any {
	for _, c := range add {
		args = append(args, int64(id), c.From, c.To, c.Rows, c.Values, c.Data)
	}
	return args
}

func (s *Store) Maintain(ctx context.Context, write series.Transact) error {
	return s.sealWhere(ctx, write, "hot_rows >= $1 + (series_id / 2) % $2 OR hot_bytes >= $3", s.limits.rows, s.limits.spread, s.limits.bytes)
}

func (s *Store) Flush(ctx context.Context, write series.Transact) error {
	return s.sealWhere(ctx, write, "hot_rows > 0")
}

func (s *Store) sealWhere(ctx context.Context, write series.Transact, due string, args ...any) error {
	var ids []int64
	err := each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var id int64
		err := list.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT series_id FROM series_state WHERE "+due+" ORDER BY series_id", args...)
	if err != nil {
		return fmt.Errorf("find series to seal: %w", err)
	}
	for piece := range slices.Chunk(ids, s.limits.piece) {
		if err := write(func(tx *sql.Tx) (func(), error) { return func() {}, s.seal(ctx, tx, piece) }); err != nil {
			return fmt.Errorf("seal: %w", err)
		}
	}
	return nil
}

// sealing is one series of a piece.
type sealing struct {
	newer    rows.Table
	sealedTo int64
	last     rows.Info // the chunk that may be extended, if it was read
	data     []byte
}

// seal moves the hot rows of series into chunks, all series together in few statements; only those with late rows are
// processed one by one.
func (s *Store) seal(ctx context.Context, tx *sql.Tx, ids []int64) error {
	work := make(map[series.ID]*sealing, len(ids))
	var begin []any
	for _, id := range ids {
		work[series.ID(id)] = &sealing{sealedTo: noChunk}
		begin = append(begin, id, 0, 0, nil, nil)
	}
	var ends []int64
	err := s.insert(ctx, tx, &lock, begin, func(list *sql.Rows) error {
		var id series.ID
		var sealedTo, last sql.NullInt64
		if err := list.Scan(&id, &sealedTo, &last); err != nil {
			return err
		}
		if sealedTo.Valid {
			work[id].sealedTo = sealedTo.Int64
			ends = append(ends, sealedTo.Int64)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var unpack rows.Unpacker
	err = each(ctx, tx, func(list *sql.Rows) error {
		var id series.ID
		var data sql.RawBytes
		if err := list.Scan(&id, &data); err != nil {
			return err
		}
		unpack.Reset(data)
		work[id].newer.Set(unpack.Row(unpack.Columns(), id.IsRaw(), 0))
		return unpack.Err()
	}, "SELECT series_id, data FROM series_hot WHERE series_id = ANY($1) ORDER BY series_id, ts", ids)
	if err != nil {
		return err
	}
	// The last chunks of all series are read together: a chunk of one may end at the same time as that of another,
	// which is separated here.
	err = each(ctx, tx, func(list *sql.Rows) error {
		var id series.ID
		var info rows.Info
		var data []byte
		if err := list.Scan(&id, &info.From, &info.To, &info.Rows, &data); err != nil {
			return err
		}
		if w := work[id]; info.To == w.sealedTo {
			info.Key = info.From
			w.last, w.data = info, data
		}
		return nil
	}, "SELECT series_id, t0, t1, rows, data FROM series_chunk WHERE series_id = ANY($1) AND t1 = ANY($2) AND rows < $3", ids, ends, codec.RowLimit(1))
	if err != nil {
		return err
	}
	return s.sealRows(ctx, tx, ids, work)
}

func (s *Store) sealRows(ctx context.Context, tx *sql.Tx, ids []int64, work map[series.ID]*sealing) error {
	var merger rows.Merger
	var chunks, states []any
	for _, number := range ids {
		id := series.ID(number)
		w := work[id]
		n := w.newer.Len()
		reach := sql.NullInt64{Int64: w.sealedTo, Valid: w.sealedTo != noChunk}
		switch {
		case n == 0:
		case w.newer.Time(0) <= w.sealedTo:
			var err error
			if reach, err = s.rewrite(ctx, tx, &merger, id, &w.newer, nil, w.sealedTo); err != nil {
				return fmt.Errorf("series %d: %w", id, err)
			}
		default:
			var infos []rows.Info
			if w.data != nil {
				infos = append(infos, w.last)
			}
			_, add, err := merger.Rewrite(infos, id.IsRaw(), &w.newer, nil, func(rows.Info) ([]byte, error) { return w.data, nil })
			if err != nil {
				return fmt.Errorf("series %d: %w", id, err)
			}
			// An extended chunk keeps its start, so it overwrites the stored one.
			chunks = chunkArgs(chunks, id, add)
			reach = sql.NullInt64{Int64: w.newer.Time(n - 1), Valid: true}
		}
		states = append(states, number, reach, 0, 0)
	}
	if err := s.insert(ctx, tx, &putChunk, chunks, nil); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM series_hot WHERE series_id = ANY($1)", ids); err != nil {
		return err
	}
	return s.insert(ctx, tx, &sealed, states, nil)
}
