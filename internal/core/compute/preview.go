package compute

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Preview is the effect of changed configuration or corrections on one point.
type Preview struct {
	Point    int64
	Follows  bool                    // the point itself is unchanged: it depends on a changed one
	Readings int64                   // number of readings folded
	Results  int64                   // results that would change, appear or disappear
	First    int64                   // UTC ms of the first of them; 0: none
	Last     int64                   // UTC ms of the last
	Changes  int64                   // unchanged results whose accumulated change would change
	Moved    [2]int64                // UTC ms of the first and last of those
	Appear   []alarm.Record          // alert records that would be opened, without ids, or reinstated
	Vanish   []alarm.Record          // alert records that would be withdrawn, in their current form
	Change   []Revision              // alert records whose times or levels would change
	Newest   []Compared              // the newest results, newest first
	Initials []compiled.InitialValue // initial values that would be new or changed
	Forming  *Forming                // the newest initial value, while it waits for readings
}

// Forming is an initial value that waits for readings.
type Forming struct {
	From          int64 // UTC ms from which changes will be relative to it
	Count, Needed int   // readings so far, and needed
}

// Revision is an alert record before and after a change.
type Revision struct{ Before, After alarm.Record }

// Previewer computes the results of readings, definitions and times that are not in effect. It only reads, and is safe
// for concurrent use.
type Previewer struct{ Parts }

// Preview folds points with changed definitions from a time on, in memory, then the points computed from them, and
// compares the results with the stored ones. Nothing is written. The points are ordered by dependency.
func (v *Previewer) Preview(ctx context.Context, changed []definition.Definition, from int64) ([]Preview, error) {
	drafts := &drafts{Store: v.Series, results: map[series.ID]drafted{}}
	points := make(map[int64]*compiled.Point, len(changed))
	var order []int64
	for _, d := range changed {
		points[d.Point.ID] = compiled.Compile(d)
		order = append(order, d.Point.ID)
	}
	begins := func(p *compiled.Point) (int64, bool) {
		if points[p.Definition.Point.ID] != nil {
			return drafts.earliest(p, p.EffectFrom(from)), true
		}
		begin := drafts.earliest(p, compiled.Forever)
		return begin, begin != compiled.Forever
	}
	ordered, err := v.Directory.InOrder(ctx, order, points)
	if err != nil {
		return nil, err
	}
	var previews []Preview
	for _, p := range ordered {
		id := p.Definition.Point.ID
		begin, affected := begins(p)
		if !affected {
			continue
		}
		preview, err := v.previewPoint(ctx, p, begin, drafts)
		if err != nil {
			return nil, fmt.Errorf("preview of point %d: %w", id, err)
		}
		preview.Point, preview.Follows = id, points[id] == nil
		previews = append(previews, preview)
	}
	return previews, nil
}

func (v *Previewer) previewPoint(ctx context.Context, p *compiled.Point, from int64, drafts *drafts) (Preview, error) {
	id := p.Definition.Point.ID
	s := newState(len(p.Keys))
	checkpoint, found, err := v.Store.LastCheckpoint(ctx, id, from)
	if err != nil {
		return Preview{}, fmt.Errorf("checkpoint: %w", err)
	}
	if found {
		if decoded, err := decodeState(checkpoint.State, p.Keys); err == nil {
			s = decoded
		}
	}
	lower, judged, unformed := s.time, s.alarms.Time, unformedFrom(&s)
	computed, err := foldInMemory(ctx, p, s, drafts, v.Series, compiled.Forever)
	if err != nil {
		return Preview{}, err
	}
	preview := Preview{Readings: int64(len(computed.Rows))}
	compared, err := v.comparison(ctx, computed, lower, unformed)
	if err != nil {
		return Preview{}, err
	}
	formed, forming, err := expect(ctx, p, v.Series, computed, utcNow())
	if err != nil {
		return Preview{}, err
	}
	preview.Initials, preview.Forming = append(compared.initials, formed...), forming
	if err := v.compareStored(ctx, compared, lower, &preview); err != nil {
		return Preview{}, err
	}
	if preview.Newest, err = v.compareNewest(ctx, compared, lower); err != nil {
		return Preview{}, err
	}
	if err := v.compareAlarms(ctx, computed, lower, judged, &preview); err != nil {
		return Preview{}, err
	}
	if preview.Results > 0 {
		drafts.results[series.ResultID(id)] = drafted{after: lower, rows: computed.Rows, first: preview.First}
	}
	return preview, nil
}

// drafts reads the results as they would be: stored rows up to where a fold in memory began, computed rows from there
// on.
type drafts struct {
	series.Store
	results map[series.ID]drafted
}

type drafted struct {
	after int64 // stored rows up to here are kept, except for the flag of a held one
	rows  []series.Put
	first int64 // time of the first row that differs
}

// earliest returns the time from which a point must be folded again because of its inputs.
func (d *drafts) earliest(p *compiled.Point, from int64) int64 {
	for _, id := range p.SourceSeries() {
		if changed, ok := d.results[id]; ok {
			from = min(from, changed.first-p.At(changed.first).Interval)
		}
	}
	return from
}

func (d *drafts) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	changed, ok := d.results[id]
	if !ok {
		return d.Store.Scan(ctx, id, from, to, want, visit)
	}
	computed, settled := changed.rows, (*series.Put)(nil)
	if len(computed) > 0 && computed[0].Time <= changed.after {
		settled, computed = &computed[0], computed[1:]
	}
	if from <= changed.after {
		err := d.Store.Scan(ctx, id, from, min(to, changed.after), want, func(b *series.Block) error {
			if settled != nil {
				if i, found := slices.BinarySearch(b.Times, settled.Time); found {
					b.Flags = slices.Clone(b.Flags)
					b.Flags[i] = settled.Flag
				}
			}
			return visit(b)
		})
		if err != nil {
			return err
		}
	}
	return series.VisitRows(computed, from, to, want, visit)
}

func (v *Previewer) compareAlarms(ctx context.Context, computed *Computed, lower, judged int64, preview *Preview) error {
	p := computed.Point
	newest := lower
	if n := len(computed.Rows); n > 0 {
		newest = computed.Rows[n-1].Time
	}
	refolded := refoldedEpisodes(p, computed.Episodes, lower, newest, alarm.ToNewest, utcNow())
	refolded.JudgedFrom = judged
	records, err := v.Records(ctx, p.Definition.Point.ID, refolded.Since())
	if err != nil {
		return err
	}
	stand := make(map[int64]alarm.Record, len(records))
	for _, record := range records {
		stand[record.ID] = record
	}
	for _, change := range alarm.Reconcile(records, refolded) {
		before := stand[change.Record.ID]
		switch {
		case change.Record.ID == 0, before.WithdrawnAt != 0:
			preview.Appear = append(preview.Appear, change.Record)
		case change.Record.WithdrawnAt != 0:
			preview.Vanish = append(preview.Vanish, before)
		default:
			preview.Change = append(preview.Change, Revision{Before: before, After: change.Record})
		}
	}
	return nil
}

// Records lists the alert records of a point that had not ended by a time (UTC ms), or were decided on after it, withdrawn
// ones included.
func (v *Previewer) Records(ctx context.Context, point, since int64) ([]alarm.Record, error) {
	tx, err := v.DB.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("read alert records: %w", err)
	}
	defer tx.Rollback()
	lists, err := v.Alarms.PointRecords(ctx, tx, alarm.PointSince{Point: point, From: since})
	if err != nil {
		return nil, err
	}
	return lists[0], nil
}
