package compute

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
)

// arrivals are the marks that others have written for this server, with a view of the readings at that moment.
type arrivals struct {
	entries []marks.Entry
	handed  map[int64]bool // rows whose readings the view has and stage 1 passes on as well
	rows    series.Reads
	end     func()
}

// arrivals reads marks and opens the view.
func (w *Worker) arrivals(ctx context.Context) (*arrivals, error) {
	a := &arrivals{rows: w.Series, end: func() {}}
	var err error
	if a.entries, err = w.markQueue.Waiting(ctx, w.DB.Reader()); err != nil || w.alone() || len(a.entries) == 0 {
		return a, err
	}
	tx, err := w.DB.Reader().BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("view of the marks: %w", err)
	}
	a.rows, a.end = w.Series.At(tx), func() { _ = tx.Rollback() }
	if a.entries, err = w.markQueue.Waiting(ctx, tx); err == nil {
		a.handed, err = w.markQueue.Handed(ctx, tx)
	}
	if err != nil {
		a.end()
	}
	return a, err
}

// continued is a point that continues from its live state.
type continued struct {
	*live
	from int64   // first mark, UTC ms
	rows []int64 // of marks
}

// continueLive folds the readings that other servers have stored. A point whose marks begin after its newest reading
// continues from its state in memory, and all these points share their queries. All other marks become refolds.
func (w *Worker) continueLive(ctx context.Context, a *arrivals) error {
	points := map[series.ID][]*continued{} // by main series
	after := int64(compiled.Forever)
	for _, entry := range a.entries {
		if w.dirty.known(entry.Seq) {
			continue
		}
		w.dirty.admit(entry.Seq)
		w.dirty.hold(entry.Seq)
		ofDevices := w.ofDevices(entry)
		for _, mark := range entry.Marks {
			one, main := w.continues(mark)
			if one == nil || entry.Cause != "" {
				w.refoldMark(entry.Seq, mark, alarm.Cause(entry.Cause), ofDevices)
				continue
			}
			after = min(after, one.fold.state.time)
			k := slices.IndexFunc(points[main], func(c *continued) bool { return c.live == one })
			if k < 0 {
				k = len(points[main])
				points[main] = append(points[main], &continued{live: one, from: mark.From})
			}
			c := points[main][k]
			c.from, c.rows = min(c.from, mark.From), append(c.rows, entry.Seq)
		}
		w.live.rows = append(w.live.rows, entry.Seq)
	}
	if len(points) == 0 {
		return nil
	}
	ids := make([]series.ID, 0, len(points))
	for id, list := range points {
		ids = append(ids, id)
		for _, c := range list {
			c.after, c.seen = c.fold.state.time, a.handed
		}
	}
	slices.Sort(ids)
	crossed := int64(0)
	err := a.rows.ScanMany(ctx, ids, after+1, compiled.Forever, nil, func(id series.ID, b *series.Block) error {
		row := series.Put{Series: id, Columns: b.Columns, Values: make([]float64, len(b.Values))}
		for k, t := range b.Times {
			row.Time, row.Flag = t, b.Flags[k]
			for c := range b.Values {
				row.Values[c] = b.Values[c][k]
			}
			for _, c := range points[id] {
				if t > c.after {
					w.live.give(ctx, c.fold.p, &row, series.Stored, c.rows[0])
					crossed++
				}
			}
		}
		return nil
	})
	w.figures.readings.Add(crossed)
	w.figures.crossed.Add(crossed)
	for _, list := range points {
		for _, c := range list {
			if p := c.fold.p; err != nil || w.refolds.of(p.Definition.Point.ID) != nil {
				for _, row := range c.rows {
					w.refolds.again(p, span{c.from, compiled.Forever}, row, alarm.ByLateData)
				}
			}
		}
	}
	return err
}

// continues returns the live fold that a mark continues, with its main series; nil if the point has to be refolded.
func (w *Worker) continues(mark marks.Mark) (*live, series.ID) {
	one := w.states.of(mark.Point)
	if one == nil || w.refolds.of(mark.Point) != nil || mark.From <= one.fold.state.time {
		return nil, 0
	}
	p, ok := w.Directory.Point(mark.Point)
	if !ok || p != one.fold.p || !w.holds(p) {
		return nil, 0
	}
	s := p.At(mark.From)
	if s.Main == 0 || !s.Main.IsRaw() || len(s.Feeds) > 0 || s.Until != compiled.Forever || s.From > one.fold.state.time {
		return nil, 0
	}
	return one, s.Main
}
