package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

// mergeRaw merges raw rows with the stored rows of the same times. The rows of the change are then what to store.
func (w *writing) mergeRaw(ctx context.Context) error {
	stored, err := w.storedHot(ctx)
	if err != nil {
		return err
	}
	for _, id := range w.order {
		c := w.changes[id]
		for _, i := range c.merging {
			p := &w.batch.Raw[i]
			old, found := stored[key{id, p.Time}]
			if k, own := c.rows.Find(p.Time); own {
				old, found = c.rows.At(k), true
			}
			if !found && p.Time <= c.sealedTo {
				if old, found, err = w.known.find(ctx, w.tx, id, p.Time); err != nil {
					return err
				}
			}
			if !found {
				c.rows.Set(rows.OfPut(p))
				continue // series.Stored
			}
			if w.outcomes[i], err = w.merge(ctx, c, old, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// merge merges one raw row with the stored one.
func (w *writing) merge(ctx context.Context, c *change, old rows.Row, p *series.Put) (series.Outcome, error) {
	part := 0
	row, outcome, superseded, err := rows.MergeRaw(old, *p, func() ([]series.Revision, error) {
		var earlier []series.Revision
		var err error
		earlier, part, err = revisions(ctx, w.tx, p.Series, p.Time, p.Time)
		return earlier, err
	})
	if err != nil {
		return 0, err
	}
	if outcome == series.Duplicate {
		// The put may have been offered as the latest row although the stored one is invalid.
		c.relatest = c.relatest || c.last.Valid && c.last.Int64 == p.Time && !old.Flag.Valid()
		return outcome, nil
	}
	c.rows.Set(row)
	for k, r := range rows.PackRevisions(superseded) {
		if _, err := w.tx.ExecContext(ctx, `INSERT INTO reading_revision (series_id, ts, part, received, replaced, data)
			VALUES ($1, $2, $3, $4, $5, $6)`, int64(p.Series), p.Time, part+k, r.Received, r.Replaced, r.Data); err != nil {
			return 0, fmt.Errorf("keep a revision: %w", err)
		}
	}
	return outcome, nil
}

// storedHot reads the hot rows at the times of rows to merge.
func (w *writing) storedHot(ctx context.Context) (map[key]rows.Row, error) {
	found := make(map[key]rows.Row)
	var ids, times []int64
	var unpack rows.Unpacker
	read := func() error {
		return each(ctx, w.tx, func(list *sql.Rows) error {
			var k key
			var data []byte
			if err := list.Scan(&k.id, &k.time, &data); err != nil {
				return err
			}
			unpack.Reset(data)
			row := unpack.Row(unpack.Columns(), true, 0)
			row.Values = slices.Clone(row.Values)
			found[k] = row
			return unpack.Err()
		}, "SELECT series_id, ts, data FROM series_hot WHERE series_id = ANY($1) AND ts = ANY($2)", ids, times)
	}
	for _, id := range w.order {
		for _, i := range w.changes[id].merging {
			ids, times = append(ids, int64(id)), append(times, w.batch.Raw[i].Time)
			if len(ids) == 256 {
				if err := read(); err != nil {
					return nil, err
				}
				ids, times = ids[:0], times[:0]
			}
		}
	}
	if len(ids) == 0 {
		return found, nil
	}
	return found, read()
}
