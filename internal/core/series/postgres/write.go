package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"
	"maps"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/core/series/waveforms"
)

// change is the effect of a batch on one series: ranges are cleared, then rows are stored, replacing those of the same
// time. Raw puts become rows after merging. Most series have none: their few rows are stored as they are.
type change struct {
	raw     []int // puts of the batch
	rows    rows.Table
	cleared rows.Spans

	*state            // if the chunks may change
	taken  *rewriting // the change goes straight into chunks, together with the hot rows
}

// writing is one Write.
//
// Few rows of a series are stored as hot rows without locking the series. The transaction that holds the key of a hot
// row decides what is stored at its time: other writers and sealing wait for it. So a raw row is new if its key was free
// and no chunk had its time afterwards. Changes that write chunks or clear ranges lock the state of the series.
type writing struct {
	*Store
	tx       *sql.Tx
	batch    *series.Batch
	changes  map[series.ID]*change
	results  hotRows // of series without a change
	outcomes []series.Outcome
	known    lookup
}

func (s *Store) Write(ctx context.Context, tx *sql.Tx, b series.Batch) ([]series.Outcome, func(), error) {
	if err := b.Check(); err != nil {
		return nil, nil, err
	}
	w := &writing{Store: s, tx: tx, batch: &b, changes: make(map[series.ID]*change), outcomes: make([]series.Outcome, len(b.Raw))}
	if err := w.divide(); err != nil {
		return nil, nil, err
	}
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
	return w.outcomes, func() {}, waveforms.Add(ctx, tx, b.Waveforms)
}

// divide finds the series with hundreds of rows or replacements, which get a change, and packs the other results.
func (w *writing) divide() error {
	for run := range runs(w.batch.Raw) {
		if p := &w.batch.Raw[run[0]]; len(run) >= rows.DirectRows(p.Columns.Len()) {
			w.of(p.Series).raw = run
		}
	}
	for i := range w.batch.Replace {
		w.of(w.batch.Replace[i].Series)
	}
	var changed []int
	for run := range runs(w.batch.Results) {
		p := &w.batch.Results[run[0]]
		if w.changes[p.Series] != nil || len(run) >= rows.DirectRows(p.Columns.Len()) {
			changed = append(changed, run...)
			continue
		}
		for k, i := range run {
			// Of several rows of one time the last one counts.
			if p := &w.batch.Results[i]; k+1 == len(run) || w.batch.Results[run[k+1]].Time != p.Time {
				w.results.row(p.Series, rows.ResultOfPut(p))
			}
		}
	}
	b := series.Batch{Results: w.batch.Results, Replace: w.batch.Replace}
	if len(changed) < len(b.Results) {
		b.Results = make([]series.Put, len(changed))
		for k, i := range changed {
			b.Results[k] = w.batch.Results[i]
		}
	}
	return rows.Net(&b, func(id series.ID) (*rows.Table, *rows.Spans, error) {
		c := w.of(id)
		return &c.rows, &c.cleared, nil
	})
}

// runs yields the puts of each series in ascending time, those of one time in their order.
func runs(puts []series.Put) iter.Seq[[]int] {
	order := make([]int, len(puts))
	for i := range order {
		order[i] = i
	}
	byKey := func(i, j int) int {
		a, b := &puts[i], &puts[j]
		return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Time, b.Time))
	}
	if !slices.IsSortedFunc(order, byKey) {
		slices.SortStableFunc(order, byKey)
	}
	return func(yield func([]int) bool) {
		for start := 0; start < len(order); {
			end := start + 1
			for end < len(order) && puts[order[end]].Series == puts[order[start]].Series {
				end++
			}
			if !yield(order[start:end:end]) {
				return
			}
			start = end
		}
	}
}

func (w *writing) of(id series.ID) *change {
	c := w.changes[id]
	if c == nil {
		c = new(change)
		w.changes[id] = c
	}
	return c
}

func (w *writing) order() []series.ID { return w.lockOrder(slices.Collect(maps.Keys(w.changes))) }

// lockChunks locks the states of the changed series, and takes the hot rows of those whose change goes into chunks.
func (w *writing) lockChunks(ctx context.Context) error {
	if len(w.changes) == 0 {
		return nil
	}
	states, err := w.lock(ctx, w.tx, w.order())
	if err != nil {
		return err
	}
	taken := make(map[series.ID]*rewriting)
	for id, c := range w.changes {
		c.state = states[id]
		if len(c.raw) > 0 || c.rows.FillsChunk() || len(c.cleared) > 0 && c.cleared[0].From <= c.sealedTo {
			c.taken = &rewriting{state: c.state, cleared: c.cleared}
			taken[id] = c.taken
		}
	}
	if len(taken) == 0 {
		return nil
	}
	return w.take(ctx, w.tx, taken)
}

// putHot stores the rows that do not go into chunks, and clears the ranges of their series.
func (w *writing) putHot(ctx context.Context) error {
	list := w.results
	for _, id := range w.order() {
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
	list.byShard = w.distributed
	list.sort()
	w.hot.add(list, &w.limits)
	return w.insert(ctx, w.tx, into, len(list.ids), list.columns(), scan)
}

// putChunks stores the changes that go into chunks.
func (w *writing) putChunks(ctx context.Context) error {
	work := make(map[series.ID]*rewriting)
	for id, c := range w.changes {
		if c.taken == nil {
			continue
		}
		newer := &c.taken.newer
		for _, span := range c.cleared {
			newer.Delete(span.From, span.To)
		}
		if newer.Len() == 0 {
			*newer = c.rows
		} else {
			newer.Overlay(&c.rows)
		}
		work[id] = c.taken
	}
	if len(work) == 0 {
		return nil
	}
	return w.rewrite(ctx, w.tx, work)
}

func (s *Store) DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (func(), error) {
	// Sealing must not store rows read before: it waits for the states, which are created if missing.
	if _, err := s.lock(ctx, tx, s.lockOrder(slices.Compact(slices.Sorted(slices.Values(ids))))); err != nil {
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
	return func() {}, waveforms.Delete(ctx, tx, ids)
}
