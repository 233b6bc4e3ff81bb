package query

import (
	"context"
	"math"
	"slices"
	"sort"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// gapIntervals is the number of intervals without a reading after which a line is broken (domain views.md section
// 0.3).
const gapIntervals = 3

// mostAbnormal bounds the invalid values listed in a chart; the newest are kept.
const mostAbnormal = 2000

// drawing builds a chart from rows.
type drawing struct {
	service *Service
	point   *compiled.Point
	request *Request
	id      series.ID
	curves  []*curve
	wanted  selection

	segment  *compiled.Segment
	count    int   // readings
	first    int64 // time of the first reading
	last     int64 // time of the last valid reading
	next     int64 // next time that the option every lets pass
	gaps     []Span
	abnormal []AbnormalValue
}

func (s *Service) newDrawing(ctx context.Context, p *compiled.Point, r *Request, id series.ID, list []Column) *drawing {
	limit := r.MaxPoints
	if limit <= 0 {
		limit = defaultPoints
	}
	limit = max(min(limit, mostNumbers/max(len(list), 1)), leastPoints)
	end := r.End
	if latest, err := s.series.Latest(ctx, []series.ID{id}); err == nil && len(latest) == 1 && latest[0].Found {
		end = min(end, latest[0].Time) // no intervals after the newest reading
	}
	d := &drawing{service: s, point: p, request: r, id: id, wanted: selectionOf(list)}
	for _, column := range list {
		d.curves = append(d.curves, newCurve(column, limit, end))
	}
	return d
}

// pass reports whether the reading at a time belongs to the chart, and records gaps.
func (d *drawing) pass(t int64, valid bool) bool {
	if d.segment == nil || t < d.segment.From || t >= d.segment.Until {
		d.segment = d.point.At(t)
		for _, c := range d.curves {
			c.gap = max(d.between(), gapIntervals*d.request.Every)
		}
	}
	if d.count++; d.count == 1 {
		d.first = t
	}
	if valid {
		if d.last != 0 && t-d.last > d.between() {
			d.gaps = append(d.gaps, Span{d.last, t})
		}
		d.last = t
	}
	if d.request.Every <= 0 {
		return true
	}
	if t < d.next {
		return false
	}
	if valid {
		d.next = t - (t-d.request.Start)%d.request.Every + d.request.Every
	}
	return true
}

// between returns the time without a reading that counts as a gap: infinite if the point has no source and readings
// are entered manually.
func (d *drawing) between() int64 {
	if d.segment.Main == 0 {
		return math.MaxInt64
	}
	return gapIntervals * d.segment.Interval
}

// addReading adds the value of a reading to a curve.
func (d *drawing) addReading(c *curve, t int64, flag reading.Flag, v float64) {
	switch {
	case math.IsNaN(v) && flag&(reading.Invalid|reading.NotComputed) == 0:
		c.miss(t)
	case !math.IsNaN(v) && flag.Valid():
		c.add(t, v)
	default:
		c.stats.Abnormal++
		c.miss(t)
		if d.request.IncludeAbnormal {
			if len(d.abnormal) >= 2*mostAbnormal {
				d.abnormal = append(d.abnormal[:0], d.abnormal[mostAbnormal:]...)
			}
			d.abnormal = append(d.abnormal, AbnormalValue{
				Field: c.column.Field, Node: c.column.Node, Depth: c.column.Depth, Time: t, Value: v, Flag: flag,
			})
		}
	}
}

// drawStored draws stored values column by column, without building rows.
func (d *drawing) drawStored(ctx context.Context) error {
	if len(d.curves) == 0 {
		return nil
	}
	var keep []bool
	return d.service.series.Scan(ctx, d.id, d.request.Start, d.request.End, d.wanted.names, func(b *series.Block) error {
		keep = keep[:0]
		for i, t := range b.Times {
			keep = append(keep, d.pass(t, b.Flags[i].Valid()))
		}
		for k, c := range d.curves {
			at := b.Columns.Index(d.wanted.names[k])
			for from := 0; from < len(b.Times); {
				to, there := d.wanted.run(d.point, b.Times, from, k)
				if there && at >= 0 {
					d.drawRun(c, b, at, from, to, keep)
				} else {
					missAll(c, b.Times[from:to], keep[from:to])
				}
				from = to
			}
		}
		return nil
	})
}

// drawRun adds the values of one column of a block from an index up to another.
func (d *drawing) drawRun(c *curve, b *series.Block, column, from, to int, keep []bool) {
	for i, v := range b.Values[column][from:to] {
		i += from
		switch {
		case !keep[i]:
		case !math.IsNaN(v) && b.Flags[i].Valid():
			c.add(b.Times[i], v)
		default:
			d.addReading(c, b.Times[i], b.Flags[i], v)
		}
	}
}

// missAll records that readings have no such value.
func missAll(c *curve, times []int64, keep []bool) {
	for i, t := range times {
		if keep[i] {
			c.miss(t)
		}
	}
}

// drawDerived draws changes and rates, and parts of segments, row by row.
func (d *drawing) drawDerived(ctx context.Context, kind ValueType) error {
	w, err := d.service.newWalker(ctx, d.point, []ValueType{kind})
	if err != nil {
		return err
	}
	if kind == Accumulated && d.request.Base <= 0 && !d.request.PerSegment && d.point.Plain(d.request.Start, d.request.End, d.wanted.names) {
		return d.drawPlain(ctx, w.changes)
	}
	if kind == Accumulated && d.request.Base > 0 {
		if err := w.relativeTo(ctx, d.request.Base); err != nil {
			return err
		}
	}
	var at picks
	split := parts{wanted: d.request.PerSegment}
	return w.walk(ctx, d.request.Start, d.request.End, func(r *row) error {
		if !d.pass(r.time, r.flag.Valid()) {
			return nil
		}
		values := split.of(r.segment, kind, r.values(kind))
		for k, i := range at.of(r.segment, kind, &d.wanted) {
			if i == elsewhere {
				d.curves[k].miss(r.time)
				continue
			}
			v := reading.Missing
			if i >= 0 && values != nil {
				v = values[i]
			}
			d.addReading(d.curves[k], r.time, r.flag, v)
		}
		return nil
	})
}

// drawPlain draws accumulated changes that are differences of single columns, column by column like stored values.
func (d *drawing) drawPlain(ctx context.Context, changes *compiled.Changes) error {
	var keep []bool
	return d.service.series.Scan(ctx, d.id, d.request.Start, d.request.End, d.sources(), func(b *series.Block) error {
		for i := 0; i < len(b.Times); {
			t := b.Times[i]
			columns := changes.Columns(t)
			until := changes.Until(t)
			j := i + sort.Search(len(b.Times)-i, func(k int) bool { return b.Times[i+k] >= until })
			if columns == nil { // nothing is computed there
				i = j
				continue
			}
			keep = keep[:0]
			for k := i; k < j; k++ {
				keep = append(keep, d.pass(b.Times[k], b.Flags[k].Valid()))
			}
			segment := d.point.At(t)
			for k, c := range d.curves {
				if !d.wanted.in(segment, k) {
					missAll(c, b.Times[i:j], keep)
					continue
				}
				observed, of := -1, func(float64) float64 { return reading.Missing }
				if at := columns.Index(d.wanted.names[k]); at >= 0 {
					source, difference, _ := changes.Plain(t, at)
					observed, of = b.Columns.Index(segment.Program.Observed().List[source]), difference
				}
				for n := i; n < j; n++ {
					if !keep[n-i] {
						continue
					}
					v := reading.Missing
					if observed >= 0 {
						v = of(b.Values[observed][n])
					}
					d.addReading(c, b.Times[n], b.Flags[n], v)
				}
			}
			i = j
		}
		return nil
	})
}

// sources returns the observed columns from which plain changes are computed.
func (d *drawing) sources() []reading.Column {
	list := []reading.Column{}
	segments(d.point, d.request.Start, d.request.End, func(s *compiled.Segment) {
		if s.Program == nil {
			return
		}
		for _, column := range d.wanted.names {
			if at := s.Program.Changed().Index(column); at >= 0 {
				if source, _, ok := s.Program.Plain(at); ok && !slices.Contains(list, s.Program.Observed().List[source]) {
					list = append(list, s.Program.Observed().List[source])
				}
			}
		}
	})
	return list
}
