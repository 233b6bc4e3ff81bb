package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

// change is the effect of a batch on one series: ranges are cleared, then rows are stored, replacing those of the same
// time. Raw puts become rows after merging.
type change struct {
	id       series.ID
	raw      []int // puts of the batch
	merging  []int // puts that may meet stored rows or each other
	rows     rows.Table
	cleared  rows.Spans
	sealedTo int64
	last     sql.NullInt64 // time of the latest row, including the batch's candidate
	suspect  bool          // the latest row may have been removed: no candidate was offered
	relatest bool          // the latest row is invalid
}

// writing is one Write.
type writing struct {
	*Store
	tx       *sql.Tx
	batch    *series.Batch
	changes  map[series.ID]*change
	order    []series.ID
	outcomes []series.Outcome
	packed   [][]byte // of raw puts
	known    lookup
	merger   rows.Merger
}

func (s *Store) Write(ctx context.Context, tx *sql.Tx, b series.Batch) ([]series.Outcome, func(), error) {
	if err := b.Check(); err != nil {
		return nil, nil, err
	}
	w := &writing{
		Store: s, tx: tx, batch: &b, changes: make(map[series.ID]*change),
		outcomes: make([]series.Outcome, len(b.Raw)), packed: make([][]byte, len(b.Raw)),
	}
	for i := range rows.Order(b.Raw) {
		c := w.of(b.Raw[i].Series)
		c.raw = append(c.raw, i)
	}
	err := rows.Net(&b, func(id series.ID) (*rows.Table, *rows.Spans, error) {
		c := w.of(id)
		return &c.rows, &c.cleared, nil
	})
	if err != nil {
		return nil, nil, err
	}
	w.order = slices.Sorted(maps.Keys(w.changes))
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"lock the series", w.lock},
		{"store new raw rows", w.putNewRaw},
		{"merge raw rows", w.mergeRaw},
		{"store rows", w.put},
		{"keep the latest rows", w.keepLatest},
	} {
		if err := step.do(ctx); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return w.outcomes, func() {}, nil
}

func (w *writing) of(id series.ID) *change {
	c := w.changes[id]
	if c == nil {
		c = &change{id: id, sealedTo: noChunk}
		w.changes[id] = c
	}
	return c
}

// lock locks the states of all series in ascending order, so that writers of a series queue up and never deadlock. It
// offers their newest rows as the latest where no row can have been removed.
func (w *writing) lock(ctx context.Context) error {
	args := make([]any, 0, len(w.order)*len(lock.types))
	for _, id := range w.order {
		c := w.changes[id]
		count, size := len(c.raw), 0
		var newest rows.Row
		found := false
		offer := func(row rows.Row) {
			if row.Flag.Valid() && (!found || row.Time >= newest.Time) {
				newest, found = row, true
			}
		}
		for _, i := range c.raw {
			w.packed[i] = rows.Pack(nil, rows.OfPut(&w.batch.Raw[i]), true)
			size += len(w.packed[i])
			offer(rows.OfPut(&w.batch.Raw[i]))
		}
		c.suspect = len(c.cleared) > 0
		for i := range c.rows.Len() {
			row := c.rows.At(i)
			c.suspect = c.suspect || !row.Flag.Valid()
			offer(row)
			size += 12 + 4*len(row.Values) // about its packed size
		}
		count += c.rows.Len()
		var last []byte
		var lastTime sql.NullInt64
		if found && !c.suspect {
			last = rows.Pack(nil, newest, id.IsRaw())
			lastTime = sql.NullInt64{Int64: newest.Time, Valid: true}
		}
		args = append(args, int64(id), count, size, lastTime, last)
	}
	return w.insert(ctx, w.tx, &lock, args, func(list *sql.Rows) error {
		var id series.ID
		var sealedTo, last sql.NullInt64
		if err := list.Scan(&id, &sealedTo, &last); err != nil {
			return err
		}
		c := w.changes[id]
		c.last = last
		if sealedTo.Valid {
			c.sealedTo = sealedTo.Int64
		}
		return nil
	})
}

type key struct {
	id   series.ID
	time int64
}

// putNewRaw inserts the raw rows without conflicts all at once, and finds those to merge.
func (w *writing) putNewRaw(ctx context.Context) error {
	var args []any
	fresh := make(map[key]int) // puts not confirmed as new by the server
	for _, id := range w.order {
		c := w.changes[id]
		if !w.plain(c) {
			c.merging = c.raw
			continue
		}
		for _, i := range c.raw {
			time := w.batch.Raw[i].Time
			fresh[key{id, time}] = i
			args = append(args, int64(id), time, w.packed[i])
		}
	}
	err := w.insert(ctx, w.tx, &putNew, args, func(list *sql.Rows) error {
		var k key
		if err := list.Scan(&k.id, &k.time); err != nil {
			return err
		}
		delete(fresh, k)
		return nil
	})
	for k, i := range fresh {
		c := w.changes[k.id]
		c.merging = append(c.merging, i)
	}
	return err
}

// plain reports whether the raw rows of a series are few, newer than its chunks, and of different times.
func (w *writing) plain(c *change) bool {
	for n, i := range c.raw {
		p := &w.batch.Raw[i]
		if p.Time <= c.sealedTo || len(c.raw) >= rows.DirectRows(p.Columns.Len()) {
			return false
		}
		for _, before := range c.raw[:n] {
			if w.batch.Raw[before].Time == p.Time {
				return false
			}
		}
	}
	return true
}

// put stores the rows of all changes, hot or in chunks, and clears the ranges.
func (w *writing) put(ctx context.Context) error {
	var args []any
	for _, id := range w.order {
		c := w.changes[id]
		if c.rows.FillsChunk() || len(c.cleared) > 0 && c.cleared[0].From <= c.sealedTo {
			if err := w.direct(ctx, c); err != nil {
				return fmt.Errorf("write chunks of series %d: %w", id, err)
			}
			continue
		}
		for _, span := range c.cleared {
			if _, err := w.tx.ExecContext(ctx, "DELETE FROM series_hot WHERE series_id = $1 AND ts BETWEEN $2 AND $3",
				int64(id), span.From, span.To); err != nil {
				return err
			}
		}
		for i := range c.rows.Len() {
			row := c.rows.At(i)
			args = append(args, int64(id), row.Time, rows.Pack(nil, row, id.IsRaw()))
		}
	}
	return w.insert(ctx, w.tx, &put, args, nil)
}

// direct writes a change into chunks, together with the hot rows of its series.
func (w *writing) direct(ctx context.Context, c *change) error {
	newer, err := hot(ctx, w.tx, c.id)
	if err != nil {
		return err
	}
	wasHot := newer.Len() > 0
	for _, span := range c.cleared {
		newer.Delete(span.From, span.To)
	}
	newer.Overlay(&c.rows)
	reach, err := w.rewrite(ctx, w.tx, &w.merger, c.id, newer, c.cleared, c.sealedTo)
	if err != nil {
		return err
	}
	if wasHot {
		if _, err := w.tx.ExecContext(ctx, "DELETE FROM series_hot WHERE series_id = $1", int64(c.id)); err != nil {
			return err
		}
	}
	return w.insert(ctx, w.tx, &sealed, []any{int64(c.id), reach, 0, 0}, nil)
}

// lookup finds raw rows in chunks and caches the last unpacked chunk.
type lookup struct {
	decoder codec.Decoder
	block   *series.Block
	id      series.ID
	to      int64
}

func (l *lookup) find(ctx context.Context, q queryer, id series.ID, time int64) (rows.Row, bool, error) {
	if l.block == nil || l.id != id || time < l.block.Times[0] || time > l.to {
		l.block = nil
		var chunk rows.Packed
		err := q.QueryRowContext(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1 LIMIT 1", int64(id), time).
			Scan(&chunk.From, &chunk.To, &chunk.Data)
		if err == sql.ErrNoRows || err == nil && chunk.From > time {
			return rows.Row{}, false, nil
		}
		if err != nil {
			return rows.Row{}, false, fmt.Errorf("read a chunk: %w", err)
		}
		if l.block, err = l.decoder.Decode(chunk.Data, nil); err != nil {
			return rows.Row{}, false, err
		}
		l.id, l.to = id, chunk.To
	}
	row, found := rows.InBlock(l.block, time)
	return row, found, nil
}

// revisions reads superseded values in order, and the number of stored rows they take.
func revisions(ctx context.Context, q queryer, id series.ID, from, to int64) (found []series.Revision, stored int, err error) {
	err = each(ctx, q, func(list *sql.Rows) error {
		var time int64
		var r rows.Superseded
		if err := list.Scan(&time, &r.Received, &r.Replaced, &r.Data); err != nil {
			return err
		}
		stored++
		if found, err = rows.AppendRevisions(found, time, r); err != nil {
			return fmt.Errorf("revision of series %d at %d: %w", id, time, err)
		}
		return nil
	}, `SELECT ts, received, replaced, data FROM reading_revision
		WHERE series_id = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts, part`, int64(id), from, to)
	return found, stored, err
}

func (s *Store) DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (func(), error) {
	for _, statement := range [...]string{
		"DELETE FROM series_state WHERE series_id = ANY($1)",
		"DELETE FROM series_hot WHERE series_id = ANY($1)",
		"DELETE FROM series_chunk WHERE series_id = ANY($1)",
		"DELETE FROM reading_revision WHERE series_id = ANY($1)",
	} {
		if _, err := tx.ExecContext(ctx, statement, numbers(ids)); err != nil {
			return nil, fmt.Errorf("delete series: %w", err)
		}
	}
	return func() {}, nil
}
