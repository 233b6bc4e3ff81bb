package computation

import (
	"context"
	"database/sql"
	"fmt"

	"plumbline/internal/alarm"
	"plumbline/internal/series"
)

// Preview is what a change of configuration or corrections would do.
type Preview struct {
	Readings int64          // folded
	Results  int64          // that would be different, new or gone
	First    int64          // UTC ms of the first of them; 0: none
	Last     int64          // UTC ms of the last
	Appear   []alarm.Record // alert records that would open, without ids
	Vanish   []alarm.Record // that would be marked as withdrawn
	Change   []alarm.Record // whose times or levels would change, as they would be
}

// Preview folds a point with a definition that is not in force, from a time on,
// into memory, and compares with what is stored. Nothing is written.
func (w *Worker) Preview(ctx context.Context, d Definition, from int64) (Preview, error) {
	p := Compile(d)
	id := d.Point.ID
	s := newState(len(p.keys))
	checkpoint, found, err := w.Store.LastCheckpoint(ctx, id, p.effectFrom(from))
	if err != nil {
		return Preview{}, fmt.Errorf("checkpoint of point %d: %w", id, err)
	}
	if found {
		if decoded, err := decodeState(checkpoint.State, p.keys); err == nil {
			s = decoded
		}
	}
	lower := s.time
	computed, err := foldInMemory(ctx, p, s, w.Series, w.Series, forever)
	if err != nil {
		return Preview{}, fmt.Errorf("fold point %d: %w", id, err)
	}
	preview := Preview{Readings: int64(len(computed.Rows))}
	if err := w.compareStored(ctx, computed, lower, &preview); err != nil {
		return Preview{}, err
	}
	if err := w.compareAlarms(ctx, computed, lower, &preview); err != nil {
		return Preview{}, err
	}
	return preview, nil
}

func (w *Worker) compareStored(ctx context.Context, computed *Computed, lower int64, preview *Preview) error {
	rows, at := computed.Rows, 0
	differs := func(t int64) {
		preview.Results++
		if preview.First == 0 {
			preview.First = t
		}
		preview.Last = max(preview.Last, t)
	}
	for len(rows) > 0 && rows[0].Time <= lower {
		rows = rows[1:] // the flag of a reading that was held
	}
	from := lower
	if lower != beginning {
		from++
	}
	var same sameRow
	err := w.Series.Scan(ctx, series.ResultID(computed.Point.Definition.Point.ID), from, forever, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			for ; at < len(rows) && rows[at].Time < t; at++ {
				differs(rows[at].Time)
			}
			switch {
			case at == len(rows) || rows[at].Time > t:
				differs(t)
			default:
				if !same.as(b, i, &rows[at]) {
					differs(t)
				}
				at++
			}
		}
		return nil
	})
	for ; at < len(rows); at++ {
		differs(rows[at].Time)
	}
	return err
}

func (w *Worker) compareAlarms(ctx context.Context, computed *Computed, lower int64, preview *Preview) error {
	p := computed.Point
	newest := lower
	if n := len(computed.Rows); n > 0 {
		newest = computed.Rows[n-1].Time
	}
	refolded := p.refoldedEpisodes(computed.Episodes, lower, newest, alarm.ToNewest, w.now())
	tx, err := w.DB.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("read alert records: %w", err)
	}
	defer tx.Rollback()
	records, err := w.Alarms.PointRecords(ctx, tx, p.Definition.Point.ID, refolded.Since())
	if err != nil {
		return err
	}
	for _, change := range alarm.Reconcile(records, refolded) {
		switch {
		case change.Record.ID == 0:
			preview.Appear = append(preview.Appear, change.Record)
		case change.Record.WithdrawnAt != 0:
			preview.Vanish = append(preview.Vanish, change.Record)
		default:
			preview.Change = append(preview.Change, change.Record)
		}
	}
	return nil
}
