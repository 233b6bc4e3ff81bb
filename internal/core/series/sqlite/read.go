package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

const (
	// pieceBytes is the size of packed chunks read per snapshot: decades of a narrow series, or months of many.
	pieceBytes = 8 << 20
	// pieceSeries is the number of series per snapshot.
	pieceSeries = 512
)

func (s *Store) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	return s.ScanMany(ctx, []series.ID{id}, from, to, want, func(_ series.ID, b *series.Block) error { return visit(b) })
}

func (s *Store) ScanMany(ctx context.Context, ids []series.ID, from, to int64, want []reading.Column, visit func(series.ID, *series.Block) error) error {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	return r.ScanMany(ctx, ids, from, to, want, pieceSeries, func(ids []series.ID, from int64) ([]rows.View, int64, error) {
		return s.snapshot(ctx, ids, from, to)
	}, visit)
}

// snapshot reads series in [from, to] until a piece is full: the views of the first ones, and the time up to which the
// last view is complete.
func (s *Store) snapshot(ctx context.Context, ids []series.ID, from, to int64) ([]rows.View, int64, error) {
	b, err := s.beginRead(ctx, ids, from, to)
	if err != nil {
		return nil, 0, err
	}
	defer b.end()
	if b.tx == nil {
		return b.views, to, nil
	}
	read, err := b.tx.PrepareContext(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 AND t1 >= $2 AND t0 <= $3 ORDER BY t1")
	if err != nil {
		return nil, 0, err
	}
	defer read.Close()
	left := pieceBytes
	for i := range b.views {
		v := &b.views[i]
		if b.sealedTo[i] == noChunk || b.sealedTo[i] < from {
			continue
		}
		full, err := readChunks(ctx, read, v, &left, from, to)
		if err != nil {
			return nil, 0, err
		}
		switch {
		case full && len(v.Chunks) > 0:
			return b.views[:i+1], v.Chunks[len(v.Chunks)-1].To, nil
		case full:
			return b.views[:i], to, nil
		}
	}
	return b.views, to, nil
}

// readChunks adds the chunks of a range to a view, and reports whether there are more than fit into the piece.
func readChunks(ctx context.Context, read *sql.Stmt, v *rows.View, left *int, from, to int64) (full bool, err error) {
	list, err := read.QueryContext(ctx, int64(v.ID), from, to)
	if err != nil {
		return false, err
	}
	defer list.Close()
	for list.Next() {
		if *left <= 0 {
			return true, nil
		}
		var c rows.Packed
		if err := list.Scan(&c.From, &c.To, &c.Data); err != nil {
			return false, err
		}
		*left -= len(c.Data)
		v.Chunks = append(v.Chunks, c)
	}
	return false, list.Err()
}

// begun is a snapshot: a read transaction with a copy of the state in memory.
type begun struct {
	conn     *sql.Conn
	tx       *sql.Tx // nil if memory has everything needed
	views    []rows.View
	sealedTo []int64 // of each view
}

func (b *begun) end() {
	if b.tx != nil {
		_ = b.tx.Rollback() // read-only
	}
	if b.conn != nil {
		_ = b.conn.Close() // back to the pool
	}
}

// beginRead copies the heads of [from, to] and opens a transaction that sees the chunks of the same moment. Under the lock
// it waits for no other reader and no disk write, since an apply waits for this lock, and other readers may wait for
// an apply.
func (s *Store) beginRead(ctx context.Context, ids []series.ID, from, to int64) (_ *begun, err error) {
	b := &begun{views: make([]rows.View, len(ids)), sealedTo: make([]int64, len(ids))}
	if s.takeHeads(b, ids, from, to) {
		return b, nil
	}
	defer func() {
		if err != nil {
			b.end()
		}
	}()
	if b.conn, err = s.db.Reader().Conn(ctx); err != nil {
		return nil, err
	}
	if b.tx, err = b.conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var seq int64
	if err = b.tx.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM series_log").Scan(&seq); err != nil {
		return nil, err
	}
	var committed *batch
	switch {
	case seq == s.seq+1 && s.pending != nil:
		committed = s.pending
	case seq != s.seq:
		return nil, errors.New("a committed batch was not applied to the series store")
	}
	for i, id := range ids {
		b.sealedTo[i] = s.copyHead(&b.views[i], id, from, to, committed)
	}
	return b, nil
}

// takeHeads copies the heads if no chunk is needed.
func (s *Store) takeHeads(b *begun, ids []series.ID, from, to int64) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, id := range ids {
		if st := s.series[id]; st != nil && st.sealedTo != noChunk && st.sealedTo >= from {
			return false
		}
	}
	for i, id := range ids {
		b.sealedTo[i] = s.copyHead(&b.views[i], id, from, to, nil)
	}
	return true
}

// copyHead fills a view with a series' rows in memory, including a batch that is committed but not applied, and
// returns how far its chunks may reach.
func (s *Store) copyHead(v *rows.View, id series.ID, from, to int64, committed *batch) (sealedTo int64) {
	v.ID, sealedTo = id, noChunk
	if st := s.series[id]; st != nil {
		sealedTo = st.sealedTo
		v.Newer.CopyRange(&st.head, from, to)
		v.Cleared = slices.Clone(st.cleared)
	}
	if committed != nil {
		if c := committed.find(id); c != nil {
			c.onto(&v.Newer, &v.Cleared, sealedTo)
			if c.direct {
				sealedTo = c.sealedTo
			}
		}
	}
	return sealedTo
}

func (s *Store) Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error {
	r := s.readers.Get().(*rows.Reader)
	defer s.readers.Put(r)
	return r.Before(ctx, t, n, want, func(t int64, n int) (*rows.View, int64, error) { return s.snapshotBefore(ctx, id, t, n) }, visit)
}

// recent implements snapshotBefore from the head only, if it has n rows newer than all chunks.
func (s *Store) recent(id series.ID, t int64, n int) (*rows.View, int64, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	st := s.series[id]
	if st == nil {
		return nil, 0, false
	}
	end, _ := st.head.Find(t)
	if end < n || st.head.Time(end-n) <= st.sealedTo {
		return nil, 0, false
	}
	v := &rows.View{ID: id}
	low := st.head.Time(end - n)
	v.Newer.CopyRange(&st.head, low, t-1)
	return v, low, true
}

// snapshotBefore reads the chunks that may contain the n rows before t, newest first and at most a piece. The view is
// complete from low on.
func (s *Store) snapshotBefore(ctx context.Context, id series.ID, t int64, n int) (*rows.View, int64, error) {
	if v, low, ok := s.recent(id, t, n); ok {
		return v, low, nil
	}
	b, err := s.beginRead(ctx, []series.ID{id}, math.MinInt64, t-1)
	if err != nil {
		return nil, 0, err
	}
	defer b.end()
	v := &b.views[0]
	if b.tx == nil {
		return v, math.MinInt64, nil
	}
	list, err := b.tx.QueryContext(ctx, "SELECT t0, t1, rows, data FROM series_chunk WHERE series_id = $1 AND t0 < $2 ORDER BY t1 DESC", int64(id), t)
	if err != nil {
		return nil, 0, err
	}
	defer list.Close()
	low, have, size := int64(math.MinInt64), 0, 0
	for list.Next() {
		if have >= n || size >= pieceBytes {
			low = v.Chunks[len(v.Chunks)-1].From
			break
		}
		var c rows.Packed
		var count int
		if err := list.Scan(&c.From, &c.To, &count, &c.Data); err != nil {
			return nil, 0, err
		}
		if c.To < t { // a chunk around t has an unknown number of rows before t
			have += count
		}
		size += len(c.Data)
		v.Chunks = append(v.Chunks, c)
	}
	if err := list.Err(); err != nil {
		return nil, 0, err
	}
	slices.Reverse(v.Chunks)
	if low > math.MinInt64 {
		v.Newer.Delete(math.MinInt64, low-1)
	}
	return v, low, nil
}

func (s *Store) Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error) {
	found := make([]series.Latest, len(ids))
	values := make([]float64, 0, 4*len(ids)) // one allocation for all, usually few each
	err := s.EachLatest(ctx, ids, func(i int, latest *series.Latest) {
		found[i] = *latest
		begin := len(values)
		values = append(values, latest.Values...)
		found[i].Values = values[begin:len(values):len(values)]
	})
	return found, err
}

func (s *Store) EachLatest(_ context.Context, ids []series.ID, visit func(i int, latest *series.Latest)) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var latest series.Latest
	for i, id := range ids {
		latest = series.Latest{Series: id}
		if st := s.series[id]; st != nil && st.latest.Len() > 0 {
			row := st.latest.At(0)
			latest = series.Latest{Series: id, Found: true, Time: row.Time, Flag: row.Flag, Columns: row.Columns, Values: row.Values}
		}
		visit(i, &latest)
	}
	return nil
}

// Channels looks up every possible channel, which is quicker than all series.
func (s *Store) Channels(_ context.Context, device int64) ([]int32, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var found []int32
	for channel, id := range series.RawIDs(device) {
		if st := s.series[id]; st != nil && (st.head.Len() > 0 || st.sealedTo != noChunk) {
			found = append(found, int32(channel))
		}
	}
	return found, nil
}

func (s *Store) Revisions(ctx context.Context, id series.ID, from, to int64) ([]series.Revision, error) {
	found, err := revisions(ctx, s.db.Reader(), id, from, to)
	if err != nil {
		return nil, fmt.Errorf("read revisions of series %d: %w", id, err)
	}
	return found, nil
}

func (s *Store) Rows(ctx context.Context, ids []series.ID) (int64, error) {
	const atOnce = 500
	var total int64
	for piece := range slices.Chunk(ids, atOnce) {
		args := make([]any, len(piece))
		for i, id := range piece {
			args[i] = id
		}
		var n int64
		query := "SELECT coalesce(sum(rows), 0) FROM series_chunk WHERE series_id IN (?" + strings.Repeat(", ?", len(piece)-1) + ")"
		if err := s.db.Reader().QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
			return 0, fmt.Errorf("count rows of %d series: %w", len(ids), err)
		}
		total += n
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, id := range ids {
		if st := s.series[id]; st != nil {
			total += int64(st.head.Len())
		}
	}
	return total, nil
}

// Size counts OtherBytes in whole pages, including the chunk table's overhead but not free pages.
func (s *Store) Size(ctx context.Context) (series.Size, error) {
	var size series.Size
	db := s.db.Reader()
	if err := db.QueryRowContext(ctx, "SELECT coalesce(sum(rows), 0), coalesce(sum(vals), 0), coalesce(sum(length(data)), 0) FROM series_chunk").
		Scan(&size.Rows, &size.Values, &size.ChunkBytes); err != nil {
		return size, fmt.Errorf("measure chunks: %w", err)
	}
	if err := db.QueryRowContext(ctx, `SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE AND name IN (
		'series_log', 'series_chunk', 'series_chunk_time', 'series_state', 'reading_revision')`).Scan(&size.OtherBytes); err != nil {
		return size, fmt.Errorf("measure pages: %w", err)
	}
	size.OtherBytes -= size.ChunkBytes
	s.mu.RLock()
	defer s.mu.RUnlock()
	size.Series = int64(len(s.series))
	for _, st := range s.series {
		size.Rows += int64(st.head.Len())
		size.Values += int64(st.head.Values())
	}
	return size, nil
}

// At returns the store.
func (s *Store) At(*sql.Tx) series.Reads { return s }
