package postgres

import (
	"context"
	"database/sql"
	"math"

	"plumbline/internal/core/series/rows"
)

// keepLatest corrects the latest rows that lock could not determine.
func (w *writing) keepLatest(ctx context.Context) error {
	for _, id := range w.order {
		c := w.changes[id]
		if !c.suspect && !c.relatest && len(c.merging) == 0 {
			continue
		}
		row, found, keep, err := w.latestAfter(ctx, c)
		if err != nil {
			return err
		}
		if keep {
			continue
		}
		var last []byte
		var lastTime sql.NullInt64
		if found {
			last, lastTime = rows.Pack(nil, row, id.IsRaw()), sql.NullInt64{Int64: row.Time, Valid: true}
		}
		if _, err := w.tx.ExecContext(ctx, "UPDATE series_state SET last_ts = $2, last = $3 WHERE series_id = $1", int64(id), lastTime, last); err != nil {
			return err
		}
	}
	return nil
}

// latestAfter returns the newest valid row of a series after its change, unless it is already recorded.
func (w *writing) latestAfter(ctx context.Context, c *change) (row rows.Row, found, keep bool, err error) {
	for i := c.rows.Len() - 1; i >= 0 && !found; i-- {
		if c.rows.Flag(i).Valid() {
			row, found = c.rows.At(i), true
		}
	}
	if found && (!c.last.Valid || row.Time >= c.last.Int64) {
		return row, true, false, nil
	}
	if !c.last.Valid {
		return row, false, true, nil
	}
	if _, replaced := c.rows.Find(c.last.Int64); !replaced && !c.relatest && !c.cleared.Has(c.last.Int64) {
		return row, false, true, nil
	}
	newer, err := hot(ctx, w.tx, c.id)
	if err != nil {
		return row, false, false, err
	}
	row, found, err = w.newestValid(ctx, w.tx, &rows.View{ID: c.id, Newer: *newer})
	return row, found, false, err
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
			return row, found, err
		}
		below = c.From - 1
	}
}
