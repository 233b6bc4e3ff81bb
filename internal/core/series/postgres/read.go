package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

const (
	pieceChunks = 256 // chunks per snapshot
	pieceSeries = 128 // series per snapshot
)

func (s *Store) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	return s.ScanMany(ctx, []series.ID{id}, from, to, want, func(_ series.ID, b *series.Block) error { return visit(b) })
}

func (s *Store) ScanMany(ctx context.Context, ids []series.ID, from, to int64, want []reading.Column, visit func(series.ID, *series.Block) error) error {
	return s.scanMany(ctx, s.db.Reader(), ids, from, to, want, visit)
}

func (s *Store) scanMany(ctx context.Context, q queryer, ids []series.ID, from, to int64, want []reading.Column,
	visit func(series.ID, *series.Block) error,
) error {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	return r.ScanMany(ctx, ids, from, to, want, pieceSeries, func(ids []series.ID, from int64) ([]rows.View, int64, error) {
		return s.snapshot(ctx, q, ids, from, to)
	}, visit)
}

// At returns the store as a transaction sees it.
func (s *Store) At(tx *sql.Tx) series.Reads { return &view{s, tx} }

// view is the store as a transaction sees it.
type view struct {
	*Store
	tx *sql.Tx
}

func (v *view) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	return v.ScanMany(ctx, []series.ID{id}, from, to, want, func(_ series.ID, b *series.Block) error { return visit(b) })
}

func (v *view) ScanMany(ctx context.Context, ids []series.ID, from, to int64, want []reading.Column, visit func(series.ID, *series.Block) error) error {
	return v.scanMany(ctx, v.tx, ids, from, to, want, visit)
}

// snapshot reads chunks and hot rows in one statement, so that both are of the same moment.
func (s *Store) snapshot(ctx context.Context, q queryer, ids []series.ID, from, to int64) ([]rows.View, int64, error) {
	f := newFiller(ids)
	err := s.atOneMoment(ctx, q, len(ids), func(q queryer) error {
		return each(ctx, q, f.add, `(SELECT 0 AS kind, series_id, t0, t1, data FROM series_chunk
				WHERE series_id = ANY($1) AND t1 >= $2 AND t0 <= $3 ORDER BY series_id, t0 LIMIT $4)
			UNION ALL
			SELECT 1, series_id, ts, ts, data FROM series_hot WHERE series_id = ANY($1) AND ts BETWEEN $2 AND $3`,
			numbers(ids), from, to, pieceChunks)
	})
	if err != nil {
		return nil, 0, err
	}
	f.sort()
	if f.chunks < pieceChunks {
		return f.views, to, nil
	}
	last := f.place[f.last] // there may be more of this series and the following ones
	v := &f.views[last]
	return f.views[:last+1], min(to, v.Chunks[len(v.Chunks)-1].To), nil
}

// filler fills views of series from rows of kind, series, t0, t1 and data.
type filler struct {
	views  []rows.View
	place  map[series.ID]int
	unpack rows.Unpacker
	chunks int
	last   series.ID // greatest series with a chunk
}

func newFiller(ids []series.ID) *filler {
	f := &filler{views: make([]rows.View, len(ids)), place: make(map[series.ID]int, len(ids)), last: math.MinInt64}
	for i, id := range ids {
		f.views[i].ID = id
		f.place[id] = i
	}
	return f
}

func (f *filler) add(list *sql.Rows) error {
	var kind int
	var id series.ID
	var c rows.Packed
	var data sql.RawBytes
	if err := list.Scan(&kind, &id, &c.From, &c.To, &data); err != nil {
		return err
	}
	v := &f.views[f.place[id]]
	if kind == 0 {
		c.Data = slices.Clone(data)
		v.Chunks = append(v.Chunks, c)
		f.chunks++
		f.last = max(f.last, id)
		return nil
	}
	f.unpack.Reset(data)
	v.Newer.Set(f.unpack.Row(f.unpack.Columns(), id.IsRaw(), 0))
	return f.unpack.Err()
}

// sort orders the chunks; the statement does not order across its parts.
func (f *filler) sort() {
	for i := range f.views {
		slices.SortFunc(f.views[i].Chunks, func(a, b rows.Packed) int {
			if a.From < b.From {
				return -1
			}
			return 1
		})
	}
}

func (s *Store) Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	return r.Before(ctx, t, n, want, func(t int64, n int) (*rows.View, int64, error) { return s.snapshotBefore(ctx, id, t, n) }, visit)
}

// snapshotBefore reads hot rows and the chunks that probably contain the n rows before t. The view is complete from
// the returned time on.
func (s *Store) snapshotBefore(ctx context.Context, id series.ID, t int64, n int) (*rows.View, int64, error) {
	f := newFiller([]series.ID{id})
	limit := min(pieceChunks, 2+n/codec.ExtendLimit(1))
	err := each(ctx, s.db.Reader(), f.add, `(SELECT 0 AS kind, series_id, t0, t1, data FROM series_chunk
			WHERE series_id = $1 AND t0 < $2 ORDER BY t0 DESC LIMIT $3)
		UNION ALL
		(SELECT 1, series_id, ts, ts, data FROM series_hot WHERE series_id = $1 AND ts < $2 ORDER BY ts DESC LIMIT $4)`,
		int64(id), t, limit, n)
	if err != nil {
		return nil, 0, err
	}
	f.sort()
	v := &f.views[0]
	if f.chunks < limit {
		return v, math.MinInt64, nil
	}
	low := v.Chunks[0].From
	v.Newer.Delete(math.MinInt64, low-1)
	return v, low, nil
}

// Channels looks up every possible channel: Citus finds series by their ids, not by a range of them.
func (s *Store) Channels(ctx context.Context, device int64) (found []int32, err error) {
	err = each(ctx, s.db.Reader(), func(list *sql.Rows) error {
		var id series.ID
		if err := list.Scan(&id); err != nil {
			return err
		}
		_, channel := id.Channel()
		found = append(found, channel)
		return nil
	}, `SELECT series_id FROM series_chunk WHERE series_id = ANY($1)
		UNION SELECT series_id FROM series_hot WHERE series_id = ANY($1) ORDER BY 1`, numbers(series.RawIDs(device)))
	if err != nil {
		return nil, fmt.Errorf("channels of device %d: %w", device, err)
	}
	return found, nil
}

func (s *Store) Revisions(ctx context.Context, id series.ID, from, to int64) ([]series.Revision, error) {
	found, _, err := revisions(ctx, s.db.Reader(), id, from, to)
	if err != nil {
		return nil, fmt.Errorf("read revisions of series %d: %w", id, err)
	}
	return found, nil
}

func (s *Store) Rows(ctx context.Context, ids []series.ID) (total int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT coalesce((SELECT sum(rows) FROM series_chunk WHERE series_id = ANY($1)), 0)
		+ (SELECT count(*) FROM series_hot WHERE series_id = ANY($1))`, numbers(ids)).Scan(&total)
	if err != nil {
		return 0, fmt.Errorf("count rows of %d series: %w", len(ids), err)
	}
	return total, nil
}

func (s *Store) Size(ctx context.Context) (series.Size, error) {
	var size series.Size
	db := s.db.Reader()
	if err := db.QueryRowContext(ctx, "SELECT coalesce(sum(rows), 0), coalesce(sum(vals), 0), coalesce(sum(length(data)), 0) FROM series_chunk").
		Scan(&size.Rows, &size.Values, &size.ChunkBytes); err != nil {
		return size, fmt.Errorf("measure chunks: %w", err)
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT series_id FROM series_state UNION SELECT series_id FROM series_hot) AS ids").
		Scan(&size.Series); err != nil {
		return size, fmt.Errorf("count series: %w", err)
	}
	var unpack rows.Unpacker
	err := each(ctx, db, func(list *sql.Rows) error {
		var id series.ID
		var data sql.RawBytes
		if err := list.Scan(&id, &data); err != nil {
			return err
		}
		unpack.Reset(data)
		size.Rows++
		for _, v := range unpack.Row(unpack.Columns(), id.IsRaw(), 0).Values {
			if !reading.IsMissing(v) {
				size.Values++
			}
		}
		return unpack.Err()
	}, "SELECT series_id, data FROM series_hot")
	if err != nil {
		return size, fmt.Errorf("count hot rows: %w", err)
	}
	measure := "SELECT pg_total_relation_size($1::regclass)"
	if s.db.OnCitus() {
		measure = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = $1::regclass)
			THEN citus_total_relation_size($1::regclass) ELSE pg_total_relation_size($1::regclass) END`
	}
	for _, table := range [...]string{"series_hot", "series_chunk", "series_state", "reading_revision"} {
		var bytes int64
		if err := db.QueryRowContext(ctx, measure, table).Scan(&bytes); err != nil {
			return size, fmt.Errorf("measure %s: %w", table, err)
		}
		size.OtherBytes += bytes
	}
	size.OtherBytes -= size.ChunkBytes
	return size, nil
}
