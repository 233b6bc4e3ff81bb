package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

// change is the effect of a batch on one series: ranges are cleared, then rows are stored, replacing those of the same
// time. Raw puts become rows after merging.
type change struct {
	raw     []int // puts of the batch
	rows    rows.Table
	cleared rows.Spans

	*state            // of series whose chunks may change
	taken  *rewriting // the change goes straight into chunks, together with the hot rows
}

// writing is one Write.
//
// Few rows of a series are stored as hot rows without locking the series. Whoever holds the key of a hot row decides
// what is stored at its time: other writers and sealing wait for its transaction. So a raw row is new if its key was
// free and no chunk had its time afterwards. Changes that write chunks or clear ranges lock the state of the series.
type writing struct {
	*Store
	tx       *sql.Tx
	batch    *series.Batch
	changes  map[series.ID]*change
	order    []series.ID
	outcomes []series.Outcome
	known    lookup
	merger   rows.Merger
}

func (s *Store) Write(ctx context.Context, tx *sql.Tx, b series.Batch) ([]series.Outcome, func(), error) {
	if err := b.Check(); err != nil {
		return nil, nil, err
	}
	w := &writing{Store: s, tx: tx, batch: &b, changes: make(map[series.ID]*change), outcomes: make([]series.Outcome, len(b.Raw))}
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
		{"lock series", w.lockChunks},
		{"store new raw rows", w.putRaw},
		{"store rows", w.putHot},
		{"store chunks", w.putChunks},
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
		c = new(change)
		w.changes[id] = c
	}
	return c
}

// lockChunks locks the states of series with hundreds of rows or cleared ranges, and takes the hot rows of those whose
// change goes into chunks.
func (w *writing) lockChunks(ctx context.Context) error {
	var ids []series.ID
	many := func(c *change) bool {
		return c.rows.FillsChunk() || len(c.raw) > 0 && len(c.raw) >= rows.DirectRows(w.batch.Raw[c.raw[0]].Columns.Len())
	}
	for _, id := range w.order {
		if c := w.changes[id]; len(c.cleared) > 0 || many(c) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	states, err := w.lock(ctx, w.tx, ids)
	if err != nil {
		return err
	}
	taken := make(map[series.ID]*rewriting)
	for _, id := range ids {
		c := w.changes[id]
		c.state = states[id]
		if many(c) || c.cleared[0].From <= c.sealedTo {
			c.taken = &rewriting{state: c.state, cleared: c.cleared}
			taken[id] = c.taken
		}
	}
	if len(taken) == 0 {
		return nil
	}
	return w.takeHot(ctx, w.tx, taken)
}

// putHot stores the rows of the changes that do not go into chunks, and clears their ranges.
func (w *writing) putHot(ctx context.Context) error {
	var list hotRows
	for _, id := range w.order {
		c := w.changes[id]
		if c.taken != nil {
			continue
		}
		for _, span := range c.cleared {
			if _, err := w.tx.ExecContext(ctx, "DELETE FROM series_hot WHERE series_id = $1 AND ts BETWEEN $2 AND $3",
				int64(id), span.From, span.To); err != nil {
				return err
			}
		}
		for i := range c.rows.Len() {
			list.row(id, c.rows.At(i))
		}
	}
	return w.putRows(ctx, &put, &list, nil)
}

// putRows writes hot rows, and counts them for sealing.
func (w *writing) putRows(ctx context.Context, into *inserts, list *hotRows, scan func(*sql.Rows) error) error {
	list.sort()
	w.written.Add(int64(len(list.ids)))
	return w.insert(ctx, w.tx, into, len(list.ids), list.columns(), scan)
}

// putChunks stores the changes that go into chunks.
func (w *writing) putChunks(ctx context.Context) error {
	work := make(map[series.ID]*rewriting)
	for _, id := range w.order {
		c := w.changes[id]
		if c.taken == nil {
			continue
		}
		for _, span := range c.cleared {
			c.taken.newer.Delete(span.From, span.To)
		}
		c.taken.newer.Overlay(&c.rows)
		work[id] = c.taken
	}
	if len(work) == 0 {
		return nil
	}
	return w.rewrite(ctx, w.tx, &w.merger, work)
}

func (s *Store) DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (func(), error) {
	// Sealing must not store rows read before: it waits for the states, which are created if missing.
	if _, err := s.lock(ctx, tx, slices.Compact(slices.Sorted(slices.Values(ids)))); err != nil {
		return nil, fmt.Errorf("lock series: %w", err)
	}
	for _, statement := range [...]string{
		"DELETE FROM series_hot WHERE series_id = ANY($1)",
		"DELETE FROM series_chunk WHERE series_id = ANY($1)",
		"DELETE FROM reading_revision WHERE series_id = ANY($1)",
		"DELETE FROM series_state WHERE series_id = ANY($1)",
	} {
		if _, err := tx.ExecContext(ctx, statement, numbers(ids)); err != nil {
			return nil, fmt.Errorf("delete series: %w", err)
		}
	}
	return func() {}, nil
}
